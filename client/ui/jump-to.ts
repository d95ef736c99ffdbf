/**
 * Moves the focus to an element and brings its field, label included, to the top of the view. Without the step in the
 * history that the browser's own jump to a fragment makes.
 */
export function jumpTo(id: string): void {
  const target = document.getElementById(id);
  target?.focus({ preventScroll: true });
  (target?.closest('[data-field]') ?? target)?.scrollIntoView({ block: 'start' });
}
