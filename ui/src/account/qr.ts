// A short text as a QR code: byte mode, error correction M, versions 1 to 10 (213 bytes). Pure; drawn by `QrCode`.
//
// Invariant: a text that does not fit gives `null`, never a code with other content.

/** By version, from 1: the number of error-correction bytes per block, and the number of blocks (level M). */
const ECC = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];

/** Rows of modules, `true` is dark; `null` for a text that is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = ECC.findIndex((_, i) => capacity(i + 1) >= bytes.length) + 1;
  if (version === 0) return null;
  const data = interleave(pack(bytes, version), version);
  let best: boolean[][] | null = null;
  for (let mask = 0; mask < 8; mask += 1) {
    const drawn = draw(data, version, mask);
    if (!best || penalty(drawn) < penalty(best)) best = drawn;
  }
  return best;
}

/** The dark modules as one path in units of a module, with the quiet zone of four modules around them. */
export function qrPath(modules: boolean[][]): { d: string; size: number } {
  let d = "";
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries()) if (dark) d += `M${x + 4} ${y + 4}h1v1h-1z`;
  return { d, size: modules.length + 8 };
}

const sizeOf = (version: number): number => version * 4 + 17;

function rawBytes(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    bits -= (25 * marks - 10) * marks - 55;
    if (version >= 7) bits -= 36;
  }
  return bits >> 3;
}

const dataBytes = (version: number): number => rawBytes(version) - at(ECC, version - 1) * at(BLOCKS, version - 1);
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);
const capacity = (version: number): number => Math.floor((dataBytes(version) * 8 - 4 - lengthBits(version)) / 8);

function pack(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  const room = dataBytes(version) * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: room / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
}

function interleave(data: number[], version: number): number[] {
  const blocks = at(BLOCKS, version - 1);
  const ecc = at(ECC, version - 1);
  const raw = rawBytes(version);
  const short = Math.floor(raw / blocks) - ecc;
  const long = raw % blocks;
  const divisor = generator(ecc);
  const parts: { data: number[]; ecc: number[] }[] = [];
  for (let i = 0, from = 0; i < blocks; i += 1) {
    const part = data.slice(from, from + short + (i < blocks - long ? 0 : 1));
    from += part.length;
    parts.push({ data: part, ecc: remainder(part, divisor) });
  }
  const out: number[] = [];
  for (let i = 0; i <= short; i += 1) for (const part of parts) if (i < part.data.length) out.push(at(part.data, i));
  for (let i = 0; i < ecc; i += 1) for (const part of parts) out.push(at(part.ecc, i));
  return out;
}

/** Multiplies in GF(256) with the polynomial 0x11d. */
function times(a: number, b: number): number {
  let z = 0;
  for (let i = 7; i >= 0; i -= 1) z = (z << 1) ^ ((z >>> 7) * 0x11d) ^ (((b >>> i) & 1) * a);
  return z;
}

function generator(degree: number): number[] {
  const out: number[] = Array.from({ length: degree }, (_, i) => (i === degree - 1 ? 1 : 0));
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) out[j] = times(at(out, j), root) ^ (out[j + 1] ?? 0);
    root = times(root, 2);
  }
  return out;
}

function remainder(data: number[], divisor: number[]): number[] {
  let out = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ at(out, 0);
    out = [...out.slice(1), 0].map((value, i) => value ^ times(at(divisor, i), factor));
  }
  return out;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(data: number[], version: number, mask: number): boolean[][] {
  const size = sizeOf(version);
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    at(dark, y)[x] = on;
    at(fixed, y)[x] = true;
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) set(cx + dx, cy + dy, ![2, 4].includes(Math.max(Math.abs(dx), Math.abs(dy))));
  }
  const marks = alignment(version);
  const last = marks.length - 1;
  for (const [i, x] of marks.entries()) {
    for (const [j, y] of marks.entries()) {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  drawFormat(set, size, mask);
  if (version >= 7) drawVersion(set, size, version);
  fill(data, dark, fixed, at(MASKS, mask));
  return dark;
}

function alignment(version: number): number[] {
  if (version === 1) return [];
  const marks = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + marks * 3 + 5) / (marks * 4 - 4)) * 2;
  const out = [6];
  for (let place = sizeOf(version) - 7; out.length < marks; place -= step) out.splice(1, 0, place);
  return out;
}

type Set = (x: number, y: number, on: boolean) => void;

function drawFormat(set: Set, size: number, mask: number): void {
  // Level M is coded as 00, so only the mask remains.
  let rest = mask;
  for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >>> i) & 1) === 1;
  for (let i = 0; i < 6; i += 1) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i += 1) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i += 1) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i += 1) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

function drawVersion(set: Set, size: number, version: number): void {
  let rest = version;
  for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i += 1) {
    const [a, b, on] = [size - 11 + (i % 3), Math.floor(i / 3), ((bits >>> i) & 1) === 1] as const;
    set(a, b, on);
    set(b, a, on);
  }
}

/** Fills columns of two modules up and down, from the right. */
function fill(data: number[], dark: boolean[][], fixed: boolean[][], mask: (x: number, y: number) => boolean): void {
  const size = dark.length;
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (at(fixed, y)[x]) continue;
        const bit = i < data.length * 8 && ((at(data, i >>> 3) >>> (7 - (i & 7))) & 1) === 1;
        i += 1;
        at(dark, y)[x] = bit !== mask(x, y);
      }
    }
  }
}

/**
 * How hard the code is to scan: long runs, blocks, and too much of one colour. Any mask is valid; the best one is
 * used.
 */
function penalty(rows: boolean[][]): number {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map((row) => at(row, x)));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    let run = 1;
    for (let i = 1; i <= size; i += 1) {
      if (i < size && line[i] === line[i - 1]) run += 1;
      else {
        if (run >= 5) sum += run - 2;
        run = 1;
      }
    }
    sum +=
      40 *
      (line
        .map((dark) => (dark ? "1" : "0"))
        .join("")
        .match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  let darks = 0;
  for (const [y, row] of rows.entries()) {
    for (const [x, dark] of row.entries()) {
      if (dark) darks += 1;
      if (x && y && dark === row[x - 1] && dark === rows[y - 1]?.[x] && dark === rows[y - 1]?.[x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs(darks * 20 - size * size * 10) / (size * size));
}

/** Reads an element whose index the construction guarantees. */
function at<T>(list: readonly T[], i: number): T {
  const value = list[i];
  if (value === undefined) throw new RangeError("qr");
  return value;
}
