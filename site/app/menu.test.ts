import { expect, test } from 'vitest';
import { headerTarget, menu } from './menu.ts';

test('S2.4 on home the last four items lead to the sections of the page', () => {
  const targets = menu.map(({ page }) => headerTarget(page, 'home'));
  expect(targets).toEqual(['/', '#about', '#services', '#remote-fi', '#lync']);
});

test('S2.4 elsewhere every item leads to its page, on that page too', () => {
  const targets = menu.map(({ page }) => headerTarget(page, 'about'));
  expect(targets).toEqual(['/', '/about', '/services', '/remote-fi', '/lync']);
});

test('S2.4 only the remote desktop is marked as coming soon', () => {
  expect(menu.filter(({ comingSoon }) => comingSoon).map(({ page }) => page)).toEqual(['lync']);
});
