/** Shows a component alone on an empty page of a real browser, and looks at it as the checks of whole pages do. */
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import '../../site/styles/site.css';

export interface Mounted {
  /** Shows something else in the same place. */
  show(content: ReactNode): void;
  /** Takes the component away, as leaving its page does. */
  leave(): void;
}

/** Mounts into `main`, which gets the focus when nothing else can have it. It is taken away when the test has finished. */
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
  // What one test typed is no draft of the next.
  onTestFinished(() => sessionStorage.clear());
  return { show: (next) => root.render(next), leave };
}

/** At 320 px as at 1440: nothing is wrong under WCAG 2.2 A and AA, and nothing scrolls sideways (WCAG 1.4.10). */
export async function expectFits(): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [320, 640],
  ] as const) {
    await page.viewport(width, height);
    // What fades in has its contrast when it has arrived.
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
