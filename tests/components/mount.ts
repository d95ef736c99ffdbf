/** Shows one component alone on an empty page of a real browser, and checks it as whole pages are checked. */
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, inject, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import '../../site/styles/site.css';

export interface Mounted {
  /** Replaces what is shown. */
  show(content: ReactNode): void;
  /** Removes the component, as when the visitor leaves its page. */
  leave(): void;
}

/** Mounts content into `main`, which takes the focus when nothing else can have it. The content is removed when the test ends. */
export function mount(content: ReactNode): Mounted {
  const main = document.createElement('main');
  main.tabIndex = -1;
  document.body.append(main);
  const root = createRoot(main);
  root.render(content);
  const leave = () => {
    root.unmount();
    main.remove();
  };
  onTestFinished(leave);
  // A draft that one test typed must not reach the next.
  onTestFinished(() => sessionStorage.clear());
  return { show: (next) => root.render(next), leave };
}

/** Waits until the browser has drawn what has just happened. Three frames are enough for React to draw it. */
export async function drawn(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

const desktop = { width: 1440, height: 900 };
const narrowest = { width: 320, height: 640 };

/**
 * Checks that at a width of 320 px nothing breaks WCAG 2.2 A and AA and nothing scrolls sideways (WCAG 1.4.10). The long run, which
 * runs the files of all tests that call this, checks it at 1440 px too (docs/decisions/0200).
 */
export async function expectFits(): Promise<void> {
  for (const { width, height } of inject('quick') ? [narrowest] : [desktop, narrowest]) {
    await page.viewport(width, height);
    // Text that fades in has its final contrast only when the animation ends.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const { violations } = await axe.run(document.querySelector<HTMLElement>('dialog:modal') ?? 'main', {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    });
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `what axe found at ${width} px`).toEqual([]);
    expect(document.documentElement.scrollWidth, `the width of the page at ${width} px`).toBeLessThanOrEqual(width);
  }
}
