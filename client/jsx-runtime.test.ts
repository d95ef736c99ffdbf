import { expect, test } from 'vitest';
import { joinTexts, jsxs } from './jsx-runtime.ts';

/** What the children of an element become. */
function joined(...children: unknown[]): unknown[] {
  joinTexts(children);
  return children;
}

test('R947 neighbouring texts are one text', () => {
  expect(joined('BX-', 12, ' · ', 'Nothing is left.')).toEqual(['BX-12 · Nothing is left.', null, null, null]);
});

test('R947 what shows nothing adds nothing to a text, and does not separate texts', () => {
  expect(joined(false, 'since ', null, 0, undefined, true, '.')).toEqual([
    'since 0.',
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('R947 an element separates texts, and stays in its place whatever stands before it', () => {
  const element = jsxs('b', { children: [] });
  expect(joined('a', 'b', element, 'c', 'd')).toEqual(['ab', null, element, 'cd', null]);
  expect(joined(false, 'b', element, 'c')[2]).toBe(element);
});

test('R947 a list separates texts and stays as it is', () => {
  const list = ['one', 'two'];
  expect(joined('a', list, 'b')).toEqual(['a', ['one', 'two'], 'b']);
});

test('R947 an element is made of the texts that were put together', () => {
  expect(jsxs('p', { children: ['Text ', 2] })).toMatchObject({ type: 'p', props: { children: ['Text 2', null] } });
});
