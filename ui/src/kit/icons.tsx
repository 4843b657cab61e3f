// The icons: one per thing, the same everywhere. Drawn by lucide at 16 px.

import Activity from "lucide-solid/icons/activity";
import AlertCircle from "lucide-solid/icons/circle-alert";
import Blocks from "lucide-solid/icons/layout-grid";
import BookText from "lucide-solid/icons/book-text";
import Puzzle from "lucide-solid/icons/puzzle";
import Archive from "lucide-solid/icons/archive";
import ArrowUp from "lucide-solid/icons/arrow-up";
import Bot from "lucide-solid/icons/network";
import Check from "lucide-solid/icons/check";
import ChevronDown from "lucide-solid/icons/chevron-down";
import ChevronRight from "lucide-solid/icons/chevron-right";
import ChevronUp from "lucide-solid/icons/chevron-up";
import ChevronsUpDown from "lucide-solid/icons/chevrons-up-down";
import CircleUser from "lucide-solid/icons/circle-user-round";
import Clock from "lucide-solid/icons/clock";
import Code from "lucide-solid/icons/code";
import Flask from "lucide-solid/icons/flask-conical";
import Copy from "lucide-solid/icons/copy";
import Download from "lucide-solid/icons/download";
import Ellipsis from "lucide-solid/icons/ellipsis";
import ExternalLink from "lucide-solid/icons/external-link";
import FileDiffIcon from "lucide-solid/icons/file-diff";
import FileText from "lucide-solid/icons/file";
import Folder from "lucide-solid/icons/folder";
import GitBranch from "lucide-solid/icons/git-branch";
import Globe from "lucide-solid/icons/globe";
import Image from "lucide-solid/icons/image";
import Inbox from "lucide-solid/icons/inbox";
import Info from "lucide-solid/icons/info";
import Keyboard from "lucide-solid/icons/keyboard";
import KeyRound from "lucide-solid/icons/key-round";
import ListChecks from "lucide-solid/icons/list-checks";
import Lock from "lucide-solid/icons/lock";
import MessageDots from "lucide-solid/icons/message-square-more";
import MessageSquare from "lucide-solid/icons/message-square";
import MonitorPhone from "lucide-solid/icons/monitor-smartphone";
import PanelLeft from "lucide-solid/icons/panel-left";
import PanelRight from "lucide-solid/icons/panel-right";
import Pencil from "lucide-solid/icons/pencil";
import Pin from "lucide-solid/icons/pin";
import Play from "lucide-solid/icons/play";
import Columns from "lucide-solid/icons/columns-2";
import Rows from "lucide-solid/icons/rows-2";
import Minus from "lucide-solid/icons/minus";
import Plus from "lucide-solid/icons/plus";
import Plug from "lucide-solid/icons/plug";
import RefreshCw from "lucide-solid/icons/refresh-cw";
import ScanSearch from "lucide-solid/icons/scan-search";
import Search from "lucide-solid/icons/search";
import Settings from "lucide-solid/icons/settings";
import Shield from "lucide-solid/icons/shield";
import FoldVertical from "lucide-solid/icons/fold-vertical";
import ArrowDownWideNarrow from "lucide-solid/icons/arrow-down-wide-narrow";
import SlidersHorizontal from "lucide-solid/icons/sliders-horizontal";
import Spool from "lucide-solid/icons/spool";
import Square from "lucide-solid/icons/square";
import SquarePen from "lucide-solid/icons/square-pen";
import SquareTerminal from "lucide-solid/icons/square-terminal";
import TriangleAlert from "lucide-solid/icons/triangle-alert";
import Webhook from "lucide-solid/icons/webhook";
import WrapText from "lucide-solid/icons/text-wrap";
import X from "lucide-solid/icons/x";
import ListFilter from "lucide-solid/icons/list-filter";
import GitFork from "lucide-solid/icons/git-fork";
import Target from "lucide-solid/icons/target";
import Trash from "lucide-solid/icons/trash";
import Layers from "lucide-solid/icons/layers";
import Undo from "lucide-solid/icons/undo-2";
import type { JSX } from "solid-js";
import { Dynamic } from "solid-js/web";

const icons = {
  account: CircleUser,
  activity: Activity,
  agent: Bot,
  apps: Blocks,
  archive: Archive,
  branch: GitBranch,
  check: Check,
  clock: Clock,
  code: Code,
  compact: FoldVertical,
  compose: SquarePen,
  copy: Copy,
  device: MonitorPhone,
  down: ChevronDown,
  download: Download,
  edit: FileDiffIcon,
  error: AlertCircle,
  external: ExternalLink,
  file: FileText,
  filter: ListFilter,
  folder: Folder,
  flask: Flask,
  fork: GitFork,
  gear: Settings,
  globe: Globe,
  goal: Target,
  hook: Webhook,
  image: Image,
  inbox: Inbox,
  info: Info,
  key: KeyRound,
  keyboard: Keyboard,
  layers: Layers,
  lock: Lock,
  more: Ellipsis,
  panel: PanelRight,
  pencil: Pencil,
  pin: Pin,
  plan: ListChecks,
  play: Play,
  plug: Plug,
  minus: Minus,
  plus: Plus,
  puzzle: Puzzle,
  question: MessageSquare,
  refresh: RefreshCw,
  review: ScanSearch,
  right: ChevronRight,
  search: Search,
  send: ArrowUp,
  shield: Shield,
  sidebar: PanelLeft,
  sliders: SlidersHorizontal,
  sort: ArrowDownWideNarrow,
  skill: BookText,
  spool: Spool,
  stop: Square,
  split: Columns,
  terminal: SquareTerminal,
  thought: MessageDots,
  unified: Rows,
  undo: Undo,
  trash: Trash,
  up: ChevronUp,
  updown: ChevronsUpDown,
  warn: TriangleAlert,
  wrap: WrapText,
  x: X,
};

export type IconName = keyof typeof icons;

export function Icon(props: { name: IconName; class?: string; lead?: boolean }): JSX.Element {
  return (
    <Dynamic
      component={icons[props.name]}
      size={props.lead ? 24 : 16}
      strokeWidth={1.75}
      class={`i ${props.lead ? "lead" : ""} ${props.name === "stop" ? "filled" : ""} ${props.class ?? ""}`}
      aria-hidden="true"
    />
  );
}
