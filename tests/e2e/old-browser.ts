/**
 * Takes what came since from a page's browser: Chrome 109 and Firefox 115 are the last ones for Windows 7 and 8.1, Safari 16 the last
 * one for some telephones. Playwright sends this function to the page, so it uses nothing outside itself.
 */
export function makeOld(): void {
  const later: readonly (readonly [object | undefined, readonly string[]])[] = [
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Promise, ['try', 'withResolvers']],
    [AbortSignal, ['any']],
    [URL, ['canParse', 'parse']],
    [RegExp, ['escape']],
    [HTMLElement.prototype, ['hidePopover', 'showPopover', 'togglePopover']],
    [HTMLDialogElement.prototype, ['requestClose']],
    [Set.prototype, ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'union']],
    [
      globalThis.Iterator?.prototype,
      ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some'],
    ],
    [globalThis.Iterator?.prototype, ['take', 'toArray']],
  ];
  for (const [owner, names] of later) for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
  // Firefox before 121 does not know `:has` and throws.
  for (const [owner, names] of [
    [Element.prototype, ['closest', 'matches', 'querySelector', 'querySelectorAll']],
    [Document.prototype, ['querySelector', 'querySelectorAll']],
  ] as const)
    for (const name of names) {
      const call = Reflect.get(owner, name) as (selector: string) => unknown;
      Reflect.set(owner, name, function select(this: unknown, selector: string) {
        if (selector.includes(':has(')) throw new SyntaxError(selector);
        return call.call(this, selector);
      });
    }
}
