import { describe, expect, test } from 'vitest';
import { createStorage, readJson, tryStorage } from './storage.ts';
import { FakeStorage } from './testing/fake-storage.ts';

describe('text that the browser keeps', () => {
  test('is in the browser’s storage when it takes it', () => {
    const browser = new FakeStorage();
    const storage = createStorage(browser.open);
    expect(storage.write('a', 'one')).toBe(true);
    expect(browser.values.get('a')).toBe('one');
    storage.remove('a');
    expect([storage.read('a'), browser.values.size]).toEqual([undefined, 0]);
  });

  test.each(['refused', 'full'] as const)('is in the page’s memory while the storage is %s', (mode) => {
    const browser = new FakeStorage();
    const storage = createStorage(browser.open);
    storage.write('a', 'before');
    browser.mode = mode;
    expect(storage.write('a', 'now')).toBe(false);
    expect(storage.read('a')).toBe('now');
    expect(storage.keys('')).toEqual(['a']);
    browser.mode = 'working';
    expect(storage.write('a', 'later')).toBe(true);
    expect([storage.read('a'), browser.values.get('a')]).toEqual(['later', 'later']);
  });

  test('is another page’s text as soon as that page writes it', () => {
    const browser = new FakeStorage();
    const [one, other] = [createStorage(browser.open), createStorage(browser.open)];
    one.write('a', 'one');
    other.write('a', 'other');
    expect(one.read('a')).toBe('other');
  });

  test('does not replace or remove a record of newer code', () => {
    const browser = new FakeStorage();
    const storage = createStorage(browser.open);
    browser.setItem('a', '{"version":2}');
    expect(storage.write('a', '{"version":1}')).toBe(false);
    expect(storage.read('a')).toBe('{"version":1}');
    storage.remove('a');
    expect([storage.read('a'), browser.values.get('a')]).toEqual(['{"version":2}', '{"version":2}']);
  });

  test('is listed by the beginning of its key', () => {
    const storage = createStorage(new FakeStorage().open);
    for (const key of ['a.1', 'b.1', 'a.2']) storage.write(key, '');
    expect(storage.keys('a.').toSorted()).toEqual(['a.1', 'a.2']);
  });
});

test('what a refused storage would say is handed in', () => {
  const browser = new FakeStorage();
  browser.mode = 'refused';
  expect(tryStorage(browser.open, ({ length }) => length, -1)).toBe(-1);
});

test('corrupted JSON is no value, and no text is null', () => {
  expect([readJson('{'), readJson(undefined), readJson('[1]')]).toEqual([undefined, null, [1]]);
});
