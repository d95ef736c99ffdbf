/**
 * Tells the style sheets how high the pinned buttons of the open record are, as `--pinned`: as many rows as their words take. What
 * has the focus is scrolled to above them. It is the `ref` of the element that holds the buttons.
 */
export function pinned(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--pinned', `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--pinned');
  };
}
