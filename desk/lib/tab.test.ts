import { expect, test } from 'vitest';
import { createTab } from './tab.ts';

function pageOf(...hrefs: string[]) {
  const icons = hrefs.map((href) => {
    const icon = {
      href,
      getAttribute: () => icon.href,
      setAttribute(_name: string, value: string) {
        icon.href = value;
      },
    };
    return icon;
  });
  const page = { title: 'Deal board · Desk', querySelectorAll: () => icons };
  return { page, seen: () => [page.title, ...icons.map(({ href }) => href)] };
}

test('A tab says what rings by its title and each of its icons, and is as it was when nothing rings any more', () => {
  const { page, seen } = pageOf('/favicon.ico', '/assets/mark.svg');
  const tab = createTab(page, '/desk/ringing.svg');
  tab.call('A request rings · Desk');
  tab.call('2 requests ring · Desk');
  expect(seen()).toEqual(['2 requests ring · Desk', '/desk/ringing.svg', '/desk/ringing.svg']);
  tab.call(undefined);
  tab.call(undefined);
  expect(seen()).toEqual(['Deal board · Desk', '/favicon.ico', '/assets/mark.svg']);
});

test('A screen that names itself while something rings has its own name in the tab afterwards', () => {
  const { page } = pageOf();
  const tab = createTab(page, '/desk/ringing.svg');
  tab.name('1 waiting · Desk');
  tab.call('A request rings · Desk');
  tab.name('Audit · Desk');
  expect(page.title).toBe('A request rings · Desk');
  tab.call(undefined);
  expect(page.title).toBe('Audit · Desk');
});
