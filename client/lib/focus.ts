/** Focuses a heading or region that cannot be reached by Tab, without scrolling the page. */
export function giveFocus(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}
