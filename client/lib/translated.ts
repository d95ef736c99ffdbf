/**
 * Keeps React working in a page that the browser translates. A translator takes each text out of the page and puts a `font`
 * with other words in its place. React still holds the old text. It changes that text, which nobody sees any more, and it fails
 * when it removes it: then the whole page disappears.
 */

/** What stands in the place of a text. */
const standIns = new WeakMap<Node, ChildNode>();

/** Begins, for as long as the document lives. */
export function bearTranslation(): void {
  const { prototype } = Node;
  const { removeChild, insertBefore } = prototype;

  // Shows what React wrote into a text that stands outside the page. The translator translates it anew.
  const written = new MutationObserver((records) => {
    for (const { target } of records) if (!target.isConnected) standIns.get(target)?.replaceWith(target);
  });

  function note(records: readonly MutationRecord[]): void {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      // The translator may put it there before or as it takes the text out.
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

  /** What stands in a parent in the place of a text that was taken out; `null` when nothing does. */
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
