/** Checks of WCAG 2.2 AA that apply to every page and that axe does not make. */
import type { Locator, Page } from '@playwright/test';

interface Target {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Elements that can be pressed and are smaller than 24 by 24 CSS pixels, except links within a sentence (WCAG 2.5.8). */
export const smallTargets = (page: Page): Promise<Target[]> =>
  page.evaluate(() => {
    const inSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentNode?.childNodes ?? [])].some(
        (node) => node instanceof Text && /\w\w/.test(node.textContent ?? ''),
      );
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    /** A press on a checkbox's label also counts for the checkbox, and a card's button covers the whole card. */
    const pressed = (element: Element) => {
      if (element instanceof HTMLInputElement && element.labels?.[0]) return element.labels[0];
      const { content, position, inset } = getComputedStyle(element, '::after');
      const covers = content !== 'none' && position === 'absolute' && inset === '0px';
      return (covers && element instanceof HTMLElement && element.offsetParent) || element;
    };
    return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
      .filter((element) => seen(element) && !inSentence(element) && !element.matches('.skip-link, [tabindex="-1"]'))
      .map((element) => {
        const rects = [element, pressed(element)].map((one) => one.getBoundingClientRect());
        return {
          name: `${element.tagName} ${element.getAttribute('name') ?? element.textContent}`,
          width: Math.max(...rects.map(({ width }) => width)),
          height: Math.max(...rects.map(({ height }) => height)),
        };
      })
      .filter(({ width, height }) => width > 0 && (width < 24 || height < 24));
  });

interface Stop {
  readonly name: string;
  readonly ring: boolean;
  readonly seen: boolean;
}

/** Where the focus is, whether it shows, and whether anything covers it. `undefined` when no element of the page has the focus. */
export const focused = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return undefined;
    const { left, top, width, height } = element.getBoundingClientRect();
    const rings = [element, ...document.querySelectorAll('label:has(:focus-visible), :has(> :focus-visible)')];
    const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    const same = hit !== null && (element.contains(hit) || hit.contains(element) || Boolean(hit.closest('label')));
    return {
      name: `${element.tagName} ${element.id || element.textContent}`.slice(0, 60),
      ring: rings.some((one) =>
        [undefined, '::after'].some((part) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(one, part);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        }),
      ),
      seen: same,
    };
  });

/** Presses Tab until the focus leaves the page. Returns each place where it stopped. */
export async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error(`the focus never leaves the page: ${stops.map(({ name }) => name).join(', ')}`);
}

/** Focuses the first element that Tab must reach, in the open dialog if there is one. Returns the number of such elements. */
export const startTabbing = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const all = (document.querySelector('dialog:modal') ?? document).querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea:not(:disabled), [tabindex="0"]',
    );
    const seen = [...all].filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }));
    seen[0]?.focus();
    return seen.length;
  });

/** Presses Tab until the given element has the focus. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await goal.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`40 presses of Tab do not reach ${goal.toString()}`);
}

/** Controls that look like text when the colours are forced: without a border, an underline, or the system's own look. */
export const edgeless = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.button, .control, input:not([type=hidden]), select, textarea')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => {
        const { appearance, borderTopStyle, borderTopWidth, textDecorationLine } = getComputedStyle(one);
        const bordered = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) >= 1;
        return !bordered && textDecorationLine !== 'underline' && appearance === 'none';
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  );

/**
 * Spaces all text out as WCAG 1.4.12 says (lines 1.5, paragraphs 2, letters 0.12, words 0.16 of the font's size). Returns what no
 * longer fits: texts that their box cuts off, and the page when it scrolls sideways.
 */
export const cutBySpacing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    /** Whether an element cuts off its content. A box of one pixel is only for screen readers. */
    const clips = (one: Element) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      return (hides(overflowX) || hides(overflowY)) && one.clientWidth > 1;
    };
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      if (!text.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        continue;
      if (parent.closest('[aria-hidden="true"], .visually-hidden, .skip-link, script, style, noscript')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      for (let box = parent as Element | null; box; box = box.parentElement) {
        // A page behind a dialog does not scroll; but what is below its edge can be reached once the dialog is closed.
        if (box === document.documentElement || box === document.body || !clips(box)) continue;
        const edge = box.getBoundingClientRect();
        const fits = left > edge.left - 1 && right < edge.right + 1 && top > edge.top - 1 && bottom < edge.bottom + 1;
        if (!fits) cut.push(`${text.textContent} in ${box.outerHTML.slice(0, 120)}`);
      }
    }
    return document.documentElement.scrollWidth > innerWidth ? [...cut, 'the page scrolls sideways'] : cut;
  });
