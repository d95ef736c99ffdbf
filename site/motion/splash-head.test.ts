import { expect, test } from 'vitest';
import { beginSplash } from './splash-head.ts';

interface Setting {
  seen?: boolean;
  storage?: 'refused';
  reducedMotion?: boolean;
}

/** The parts of a window that the script in the head uses. */
function fakeWindow({ seen = false, storage, reducedMotion = false }: Setting) {
  const dataset: Record<string, string> = {};
  const kept = new Map<string, string>(seen ? [['key', 'seen']] : []);
  const timers = new Map<number, () => void>();
  const window = Object.assign(new EventTarget(), {
    document: { documentElement: { dataset } },
    matchMedia: () => ({ matches: reducedMotion }),
    setTimeout: (callback: () => void, afterMs: number) => {
      timers.set(afterMs, callback);
      return afterMs;
    },
    clearTimeout: (id: number) => timers.delete(id),
  });
  Object.defineProperty(window, 'sessionStorage', {
    get: () => {
      if (storage === 'refused') throw new DOMException('refused', 'SecurityError');
      const getItem = (key: string) => kept.get(key) ?? null;
      return { getItem, setItem: (key: string, value: string) => kept.set(key, value) };
    },
  });
  return { window: window as unknown as Window, dataset, kept, timers };
}

const begin = (setting: Setting = {}) => {
  const fake = fakeWindow(setting);
  let done = 0;
  fake.window.addEventListener('splashDone', () => {
    done += 1;
  });
  beginSplash(fake.window, 'key', 6500);
  return { ...fake, timesDone: () => done };
};

test('R2 the first page of a session begins with the splash, and the session remembers it', () => {
  const { dataset, kept } = begin();
  expect(dataset).toEqual({ splash: 'running', typing: 'armed' });
  expect(kept.has('key')).toBe(true);
});

test('R2 a session that has seen it, or cannot remember it, goes without', () => {
  expect(begin({ seen: true }).dataset).toEqual({ typing: 'armed' });
  expect(begin({ storage: 'refused' }).dataset).toEqual({ typing: 'armed' });
});

test('R2 nothing waits to move for someone who asked for less motion', () => {
  expect(begin({ reducedMotion: true }).dataset).toEqual({});
});

test.each(['keydown', 'click', 'wheel'])('R2 %s ends it, once', (type) => {
  const { window, dataset, timers, timesDone } = begin();
  window.dispatchEvent(new Event(type));
  window.dispatchEvent(new Event(type));
  expect(dataset['splash']).toBe('done');
  expect(timesDone()).toBe(1);
  expect(timers.size).toBe(0);
});

test('R2 the end of its own fade ends it, the end of another animation does not', () => {
  const { window, dataset } = begin();
  window.dispatchEvent(Object.assign(new Event('animationend'), { animationName: 'splash-light' }));
  expect(dataset['splash']).toBe('running');
  window.dispatchEvent(Object.assign(new Event('animationend'), { animationName: 'splash-fade' }));
  expect(dataset['splash']).toBe('done');
});

test('R2 it ends in time where the browser runs no animations', () => {
  const { timers, timesDone } = begin();
  timers.get(6500)?.();
  expect(timesDone()).toBe(1);
});
