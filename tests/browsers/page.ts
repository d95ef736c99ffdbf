/** What a person does on a page, by the words that the person reads. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from './driver.ts';

const waitMs = 15_000;
const pollMs = 50;
const targetAttribute = 'data-journey-target';

type Kind = 'button' | 'footer link' | 'field' | 'heading' | 'text';

/**
 * Marks the element of a kind whose name is, or begins with, these words, and says whether there is one in sight. Runs in the
 * page. In an open dialog only the dialog counts.
 */
function mark(kind: string, name: string, attribute: string): boolean {
  for (const marked of document.querySelectorAll(`[${attribute}]`)) marked.removeAttribute(attribute);
  const top = document.querySelector('dialog:modal') ?? document;
  const selectors: Record<string, string> = {
    button: 'button:not(:disabled, [aria-disabled="true"])',
    'footer link': 'footer a[href]',
    field: 'label',
    heading: 'h1, h2, h3',
    text: 'p, li, span, h1, h2, h3, output, strong',
  };
  const wanted = name.toLowerCase();
  const nameOf = (one: Element) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
  const all = [...top.querySelectorAll<HTMLElement>(selectors[kind] ?? kind)].filter((one) => one.checkVisibility());
  const found =
    all.find((one) => nameOf(one) === wanted) ??
    all.find((one) => (kind === 'text' ? nameOf(one).includes(wanted) : nameOf(one).startsWith(wanted)));
  const target = found instanceof HTMLLabelElement ? found.control : found;
  target?.setAttribute(attribute, '');
  return Boolean(target);
}

export interface JourneyPage {
  /** Waits until a thing of this name is in sight. */
  see(kind: Kind, name: string): Promise<void>;
  click(kind: 'button' | 'footer link', name: string): Promise<void>;
  /** Types into a text field, or chooses from a list. */
  fill(label: string, answer: string): Promise<void>;
  /** Waits until something holds, and fails with what it waited for. */
  until(what: string, holds: () => Promise<boolean>): Promise<void>;
  /** Waits until the page's script, if it has one, has taken over, so that a click is the script's to answer. */
  untilHydrated(): Promise<void>;
}

export function pageOf(browser: Browser): JourneyPage {
  const selector = `[${targetAttribute}]`;
  const until = async (what: string, holds: () => Promise<boolean>) => {
    for (const beganMs = performance.now(); performance.now() - beganMs < waitMs; ) {
      if (await holds()) return;
      await sleep(pollMs);
    }
    const path = await browser.run(() => location.pathname + location.hash);
    throw new Error(`Waited ${waitMs / 1000} s for ${what} on ${path}`);
  };
  const see = (kind: Kind, name: string) =>
    until(`the ${kind} “${name}”`, () => browser.run(mark, kind, name, targetAttribute));
  return {
    until,
    see,
    untilHydrated: () =>
      until('the script of the page', () =>
        browser.run(() => {
          const keys = Object.keys(document.querySelector('#main') ?? {});
          return !document.querySelector('script[type=module]') || keys.some((key) => key.startsWith('__react'));
        }),
      ),
    async click(kind, name) {
      await see(kind, name);
      // At once: WebKit's driver does not wait for the end of a smooth scroll.
      await browser.run(
        (css) => document.querySelector(css)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
        selector,
      );
      await browser.click(selector);
    },
    async fill(label, answer) {
      await see('field', label);
      const isList = await browser.run((css) => document.querySelector(css) instanceof HTMLSelectElement, selector);
      if (!isList) return browser.type(selector, answer);
      await browser.run(
        (css, wanted) => {
          const list = document.querySelector(css) as HTMLSelectElement;
          const option = [...list.options].find(({ text, value }) => text === wanted || value === wanted);
          if (!option) throw new Error(`${list.name} has no ${wanted}`);
          list.value = option.value;
          list.dispatchEvent(new Event('input', { bubbles: true }));
          list.dispatchEvent(new Event('change', { bubbles: true }));
        },
        selector,
        answer,
      );
    },
  };
}
