import { expect, test } from 'vitest';
import { filesOf, overBudget } from './budgets.ts';

const files: Record<string, string> = {
  '/assets/client.js': 'import{a}from"./react.js";const room=()=>import("./room.js");',
  '/assets/home.js': "import'./react.js';export{b}from`../assets/shared.js`;",
  '/assets/react.js': '',
  '/assets/shared.js': 'import"./react.js"',
};
const read = (path: string) => files[path] ?? expect.fail(`${path} is not loaded before interaction`);

test('scripts are followed through what they import, but not into rooms that open later', () => {
  const html = `<link rel="modulepreload" href="/assets/home.js"><script type="module" src="/assets/client.js"></script>
    <script type="application/json" id="runtime">{"src":"x"}</script><link rel="icon" href="/mark.svg">`;
  expect(filesOf(html, read).scripts.toSorted()).toEqual(Object.keys(files).sort());
});

test('each style sheet counts, and one that is disabled as well, because Chromium fetches it', () => {
  const html = '<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css" disabled>';
  expect(filesOf(html, read).styles).toEqual(['/a.css', '/b.css']);
});

test('what a page preloads counts, and its icons are named', () => {
  const html = `<link rel="preload" href="/a.woff2" as="font" crossorigin><link rel="icon" href="/favicon.ico">
    <link rel="icon" href="/mark.svg"><link rel="canonical" href="/about">`;
  expect(filesOf(html, read)).toMatchObject({ preloads: ['/a.woff2'], icons: ['/favicon.ico', '/mark.svg'] });
});

const home = { page: 'index.html', htmlAndStyles: 14_000, scripts: 68_000, requests: 8, schemas: false };

test('a page at its budget passes, a byte more does not', () => {
  expect(overBudget(home)).toEqual([]);
  expect(overBudget({ ...home, scripts: 68_001 })).toHaveLength(1);
  expect(overBudget({ ...home, htmlAndStyles: 14_001, scripts: 68_001 })).toHaveLength(2);
  expect(overBudget({ ...home, requests: 9 })).toHaveLength(1);
});

test('every page of the site has a budget of its own, and a page without one fails', () => {
  for (const page of ['terms.html', '404.html']) expect(overBudget({ ...home, page, scripts: 68_001 })).toHaveLength(1);
  for (const page of ['dealer-intake.html', 'inquiry.html', 'agent.html']) {
    expect(overBudget({ ...home, page, scripts: 85_000 })).toEqual([]);
    expect(overBudget({ ...home, page, scripts: 85_001 })).toHaveLength(1);
  }
  expect(overBudget({ ...home, page: 'new.html', scripts: 1 })).toHaveLength(1);
});

test('the staff console may load 100,000 bytes of script, the schema library among them', () => {
  const desk = { ...home, page: 'desk/index.html', scripts: 100_000, schemas: true };
  expect(overBudget(desk)).toEqual([]);
  expect(overBudget({ ...desk, scripts: 100_001 })).toHaveLength(1);
});

test('only the pages of the portal and of an agent may load the schema library', () => {
  expect(overBudget({ ...home, schemas: true })).toHaveLength(1);
  expect(overBudget({ ...home, page: 'inquiry.html', schemas: true })).toHaveLength(1);
  expect(overBudget({ ...home, page: 'agent.html', schemas: true })).toEqual([]);
});
