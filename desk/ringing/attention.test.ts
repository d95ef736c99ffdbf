import { expect, test } from 'vitest';
import { createAttention } from './attention.ts';

function pageOf(icon: string | null) {
  const link = {
    href: icon,
    getAttribute: () => link.href,
    setAttribute(_name: string, value: string) {
      link.href = value;
    },
  };
  return { page: { title: 'Deal board · Desk', querySelector: () => (icon === null ? null : link) }, link };
}

test('A tab says what rings, and is as it was when nothing rings any more', () => {
  const { page, link } = pageOf('/desk/mark.svg');
  const attention = createAttention(page, '/desk/ringing.svg');
  attention.call('A request rings · Desk');
  attention.call('2 requests ring · Desk');
  expect([page.title, link.href]).toEqual(['2 requests ring · Desk', '/desk/ringing.svg']);
  attention.call(undefined);
  expect([page.title, link.href]).toEqual(['Deal board · Desk', '/desk/mark.svg']);
});

test('A tab that nothing rings in keeps the title that a screen gave it', () => {
  const { page } = pageOf(null);
  const attention = createAttention(page, '/desk/ringing.svg');
  attention.call(undefined);
  page.title = 'Audit · Desk';
  attention.call('A request rings · Desk');
  attention.call(undefined);
  expect(page.title).toBe('Audit · Desk');
});
