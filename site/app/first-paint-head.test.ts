import { expect, test, vi } from 'vitest';
import { hastenFirstPaint } from './first-paint-head.ts';

interface Setting {
  /** Below 0: the browser tells none. */
  rtt?: number;
  name?: string;
  visit?: string;
  hash?: string;
  observes?: readonly string[] | undefined;
}

/** The parts of a window that the script in the head uses. */
function begin({
  rtt = 50,
  name = 'https://boxline.example/',
  visit = 'navigate',
  hash = '',
  observes = ['paint'],
}: Setting = {}) {
  const dataset: Record<string, string> = {};
  let isLoadedAhead = true;
  const told: ((names: readonly string[]) => void)[] = [];
  const disconnect = vi.fn<() => void>();
  class PerformanceObserver {
    static readonly supportedEntryTypes = observes;
    constructor(callback: (list: object) => void) {
      told.push((names) => callback({ getEntriesByName: (name: string) => names.filter((each) => each === name) }));
    }
    observe() {}
    disconnect = disconnect;
  }
  const window = Object.assign(new EventTarget(), {
    document: {
      documentElement: { dataset },
      querySelector: (selector: string) =>
        selector === 'link[as=font]'
          ? {
              remove() {
                isLoadedAhead = false;
              },
            }
          : null,
    },
    navigator: rtt < 0 ? {} : { connection: { rtt } },
    location: { hash },
    performance: { getEntriesByType: () => [{ type: visit, name }] },
    PerformanceObserver,
  });
  hastenFirstPaint(window as unknown as Window & typeof globalThis, 200);
  const paint = (name: string) => {
    for (const tell of told) tell([name]);
  };
  return { window, dataset, paint, disconnect, isLoadedAhead };
}

test('R516 the font is loaded ahead unless the network is slow', () => {
  for (const rtt of [0, 175]) expect(begin({ rtt }).isLoadedAhead, String(rtt)).toBe(true);
  for (const rtt of [200, 600]) expect(begin({ rtt }).isLoadedAhead, String(rtt)).toBe(false);
});

test('R516 what is further down waits for the first paint of content, and for no later than the load of the page', () => {
  const { dataset, paint, disconnect } = begin();
  expect(dataset).toEqual({ firstPaint: 'awaited' });
  paint('first-paint');
  expect(dataset).toEqual({ firstPaint: 'awaited' });
  paint('first-contentful-paint');
  expect(dataset).toEqual({});
  expect(disconnect).toHaveBeenCalledOnce();
  const unpainted = begin();
  unpainted.window.dispatchEvent(new Event('load'));
  expect(unpainted.dataset).toEqual({});
});

test.each([
  { visit: 'reload' },
  { visit: 'back_forward' },
  { hash: '#services' },
  { name: 'https://boxline.example/#:~:text=GAP' },
  { rtt: -1 },
])(
  'R516 nothing waits, and the font comes ahead, where the browser looks for its place or is not known: %j',
  (setting) => {
    const { dataset, isLoadedAhead } = begin({ rtt: 600, ...setting });
    expect([dataset, isLoadedAhead]).toEqual([{}, true]);
  },
);

test('R516 nothing waits where the browser tells of no paint', () => {
  expect(begin({ observes: ['navigation'] }).dataset).toEqual({});
});
