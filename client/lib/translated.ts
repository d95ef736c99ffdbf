/**
 * Keeps React working in a page that the browser translates. A translator replaces each text with a `font` element that holds the
 * translation, but React still holds the old text node. What React writes into it is not visible, and when React removes it, that fails
 * and the whole page disappears.
 */

/** The `font` element that replaced each text. */
const standIns = new WeakMap<Node, ChildNode>();

/** Keeps React working from now on, for as long as the document lives. */
export function keepWorkingTranslated(): void {
  const { prototype } = Node;
  const { removeChild, insertBefore } = prototype;

  // When React writes into a removed text, puts the text back in place of its translation. The translator then translates it again.
  // A text that is in the page has no stand-in there, so nothing is replaced.
  const written = new MutationObserver((records) => {
    for (const { target } of records) standIns.get(target)?.replaceWith(target);
  });

  function note(records: readonly MutationRecord[]): void {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      // The translator may insert the `font` before it removes the text, or in the same step.
      const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      if (!standIn) continue;
      for (const text of removedNodes) {
        if (!(text instanceof Text)) continue;
        standIns.set(text, standIn as ChildNode);
        written.observe(text, { characterData: true });
      }
    }
  }
  const moved = new MutationObserver(note);
  moved.observe(document.body, { childList: true, subtree: true });

  /** The element in a parent that replaced a removed text; `null` when there is none. */
  function standInOf(text: Node, parent: Node): ChildNode | null {
    note(moved.takeRecords());
    const found = standIns.get(text);
    return found?.parentNode === parent ? found : null;
  }
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child;
    standInOf(child, this)?.remove();
    return child;
  };
  prototype.insertBefore = function <Made extends Node>(this: Node, made: Made, before: Node | null): Made {
    const place = before && before.parentNode !== this ? standInOf(before, this) : before;
    return insertBefore.call(this, made, place) as Made;
  };
}
