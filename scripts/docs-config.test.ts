import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { groups, variables } from '#server/config/variables.ts';
import { tableOf, withTable } from './docs-config.ts';

const marks = (between: string) =>
  `before\n<!-- variables: written by npm run docs:config -->${between}<!-- end of variables -->\nafter\n`;

test('every variable has its row, with its default', () => {
  const table = tableOf(groups);
  for (const name of Object.keys(variables)) expect(table).toContain(`| \`${name}\` |`);
  expect(table).toContain('| `8080` |');
});

test('a bar in a text does not end its cell', () => {
  const one = { purpose: 'a|b', mustBe: 'c', withoutIt: 'd', schema: z.string() };
  expect(tableOf({ Some: { ONE: one } })).toContain('| `ONE` | a\\|b | c | d |');
});

test('the table replaces what stands between the marks, and the same table changes nothing', () => {
  const written = withTable(marks('old'), 'table');
  expect(written).toBe(marks('\n\ntable\n\n'));
  expect(withTable(written, 'table')).toBe(written);
});

test('a document without the marks is refused', () => {
  expect(() => withTable('nothing here', 'table')).toThrow('no place for the table');
});
