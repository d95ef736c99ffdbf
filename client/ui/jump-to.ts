/**
 * Moves the focus to an element and scrolls its field, label included, to the top of the view. Unlike the browser's own jump to a
 * fragment, it adds no entry to the history.
 */
export function jumpTo(id: string): void {
  const target = document.getElementById(id);
  target?.focus({ preventScroll: true });
  (target?.closest('[data-field]') ?? target)?.scrollIntoView({ block: 'start' });
}
