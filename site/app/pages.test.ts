import { expect, test } from 'vitest';
import type { Page } from '#contract/pages.ts';
import { describePage } from '../prerender.tsx';
import { pageTable } from './pages.ts';

/** The text of every module of the site, by its path from the site's folder. */
const modules = Object.fromEntries(
  Object.entries(import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })).map(
    ([path, text]) => [new URL(path, 'file:///site/app/').pathname.slice('/site/'.length), text],
  ),
);

/** The text of a module and of every module of the site that it imports. */
function textOf(path: string, seen = new Set<string>()): string {
  const text = modules[path];
  if (text === undefined || seen.has(path)) return '';
  seen.add(path);
  const imports = [...text.matchAll(/from '(\.[^']+\.tsx?)'/g)].map(([, to = '']) =>
    new URL(to, `file:///${path}`).pathname.slice(1),
  );
  return text + imports.map((file) => textOf(file, seen)).join('');
}

const needsScript = (page: Page) => /\buse[A-Z]\w*\(|\son[A-Z]\w*=\{/.test(textOf(describePage(page).module));

const pages = Object.keys(pageTable) as Page[];
const isStatic = (page: Page) => pageTable[page].isStatic === true;

test('a static page has no hook and no event handler, which would not run in its document', () => {
  expect(pages.filter(isStatic).filter(needsScript)).toEqual([]);
});

test('every other page has one, so it needs its script', () => {
  const others = pages.filter((page) => !isStatic(page));
  expect(others.filter((page) => !needsScript(page))).toEqual([]);
});
