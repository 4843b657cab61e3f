// Updates existing elements to new content: equal parts stay, and grown text is appended.
//
// The open block of a stream changes in every frame. Replacing its elements would lay all of it out again and remove a
// selection inside it.

/** Moves what it can use out of `wanted`. */
export function patch(have: Node, wanted: Node): void {
  let old = have.firstChild;
  let next = wanted.firstChild;
  while (old && next) {
    const [oldAfter, nextAfter]: [ChildNode | null, ChildNode | null] = [old.nextSibling, next.nextSibling];
    if (old instanceof Text && next instanceof Text) patchText(old, next.data);
    else if (isSameElement(old, next)) {
      if (!old.isEqualNode(next)) patch(old, next);
    } else old.replaceWith(next);
    old = oldAfter;
    next = nextAfter;
  }
  while (old) {
    const after: ChildNode | null = old.nextSibling;
    old.remove();
    old = after;
  }
  while (next) {
    const after: ChildNode | null = next.nextSibling;
    have.appendChild(next);
    next = after;
  }
}

function patchText(text: Text, wanted: string): void {
  if (wanted.startsWith(text.data)) {
    if (wanted.length > text.length) text.appendData(wanted.slice(text.length));
  } else text.data = wanted;
}

function isSameElement(one: Node, other: Node): boolean {
  return one instanceof Element && other instanceof Element && one.cloneNode(false).isEqualNode(other.cloneNode(false));
}
