import { expect, test } from 'vitest';
import { createStorage } from '#client/lib/storage.ts';
import { FakeStorage } from '#client/lib/testing/fake-storage.ts';
import { takeToken } from './link-token.ts';

const key = 'kept';
const token = '4f9y-Q_p';

test('R24 the token of a link leaves the address and the history, and is known after a reload', () => {
  const replaced: unknown[] = [];
  const browser = new FakeStorage();
  const history = { state: { key: 7 }, replaceState: (...call: unknown[]) => void replaced.push(call) };
  const at = (hash: string) => ({
    location: { hash, pathname: '/agent' },
    history,
    tab: createStorage(browser.open),
  });
  expect(takeToken(key, at(''))).toBeUndefined();
  expect(takeToken(key, at(`#${token}`))).toBe(token);
  expect(replaced).toEqual([[{ key: 7 }, '', '/agent']]);
  expect([...browser.values.values()]).toEqual([token]);
  expect(takeToken(key, at(''))).toBe(token);
});

test.each(['.', '>', ')', '%22', '?utm_source=text', '&fbclid=1'])(
  'R733 what a program has put after the token of a link is left out: %s',
  (added) => {
    const { open } = new FakeStorage();
    const history = { state: null, replaceState: () => undefined };
    const location = { hash: `#${token}${added}`, pathname: '/agent' };
    expect(takeToken(key, { location, history, tab: createStorage(open) })).toBe(token);
  },
);

test('R858 the place of a jump inside the page is not taken for a token, and the kept token stays', () => {
  const tab = createStorage(new FakeStorage().open);
  const history = { state: null, replaceState: () => undefined };
  const at = (hash: string) => takeToken(key, { location: { hash, pathname: '/agent' }, history, tab });
  expect(at('#main')).toBeUndefined();
  expect(at(`#${token}`)).toBe(token);
  expect(at('#main')).toBe(token);
});

test('R24 a link that was cut short is taken, so that the page says that it is not valid', () => {
  const history = { state: null, replaceState: () => undefined };
  const location = { hash: '#4f', pathname: '/agent' };
  expect(takeToken(key, { location, history, tab: createStorage(new FakeStorage().open) })).toBe('4f');
});
