/** Text at twice its size, as a person can set it in the browser, and what then no longer fits. */
import type { Page } from '@playwright/test';

/** Sets the browser's default text size, in CSS pixels; it is 16 unless a person sets it. Works only in Chromium. */
export async function setDefaultTextSize(page: Page, size: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
}

/**
 * What does not fit with large text: the page when it scrolls sideways, elements that reach past the screen, words cut off by their
 * box, and words broken in the middle. A mail address may break anywhere, and text only for screen readers takes no room.
 */
export const unfitting = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
    const isSeen = (one: Element) =>
      one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !one.closest('[aria-hidden="true"], [role="img"], .visually-hidden, .skip-link, svg, script, style, noscript');
    const clips = (one: Element) => ['hidden', 'clip'].includes(getComputedStyle(one).overflowX);
    // A box of one pixel is only for screen readers, wherever it is.
    const isForEars = (one: Element | null): boolean =>
      one !== null && ((clips(one) && one.clientWidth <= 1) || isForEars(one.parentElement));
    const top = document.querySelector('dialog:modal') ?? document.body;
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      const words = text.textContent ?? '';
      if (!parent || !isSeen(parent) || isForEars(parent)) continue;
      for (const { index, 0: word } of words.matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const rects = [...range.getClientRects()];
        const { left, right } = range.getBoundingClientRect();
        const where = `${word} in ${parent.outerHTML.slice(0, 100)}`;
        if (left < -1 || right > width + 1) found.push(`past the screen: ${where}`);
        const lines = new Set(rects.map(({ top: y }) => Math.round(y))).size;
        if (lines > 1 && !words.includes('@') && !parent.closest('code')) found.push(`broken: ${where}`);
        for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
          const edge = box.getBoundingClientRect();
          if (clips(box) && box.clientWidth > 1 && (left < edge.left - 1 || right > edge.right + 1))
            found.push(`cut: ${where}`);
        }
      }
    }
    return found;
  });
