import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { groups, variables } from '#server/config/variables.ts';
import { configTables } from './config.ts';
import { withPart } from './marked-part.ts';

const part = { file: 'a.md', name: 'it' };
const marks = (between: string) => `before\n<!-- it: written by npm run docs -->${between}<!-- end of it -->\nafter\n`;

test('every variable has its row, with its default', () => {
  const table = configTables(groups);
  for (const name of Object.keys(variables)) expect(table).toContain(`| \`${name}\` |`);
  expect(table).toContain('| `8080` |');
});

test('a bar in a text does not end its cell', () => {
  const one = { purpose: 'a|b', mustBe: 'c', withoutIt: 'd', schema: z.string() };
  expect(configTables({ Some: { ONE: one } })).toContain('| `ONE` | a\\|b | c | d |');
});

test('the table replaces what stands between the marks, and the same table changes nothing', () => {
  const written = withPart(part, marks('old'), 'table');
  expect(written).toBe(marks('\n\ntable\n\n'));
  expect(withPart(part, written, 'table')).toBe(written);
});

test('a document without the marks is refused', () => {
  expect(() => withPart(part, 'nothing here', 'table')).toThrow('no place for the table');
});
