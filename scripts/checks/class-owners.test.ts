/**
 * Each class must be defined by a single style sheet. A screen's sheet stays loaded when its screen is left, so a class that two
 * sheets define would change one screen after the other was open.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Classes that one sheet defines and another one adapts on purpose, for the same elements. */
const adapted = [
  // The desk's forms are denser than the site's.
  'control',
  // The material with its colours, which the sheet of the button adapts.
  'paper',
];

/** The classes that a sheet defines: selectors of a single class, inside layers but not inside conditions. */
function classesOf(css: string): Set<string> {
  const found = new Set<string>();
  const open: string[] = [];
  for (const [, prelude = '', brace] of css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (brace === '{' && open.every((outer) => outer.startsWith('@layer'))) {
      // A comma between brackets, as in `:is(.row, .cell) > .tile`, does not end a selector.
      for (const selector of prelude.split(/,(?![^(]*\))/)) {
        const [, name] = /^\s*\.([a-z][\w-]*)\s*$/.exec(selector) ?? [];
        if (name !== undefined) found.add(name);
      }
    }
    if (brace === '{') open.push(prelude.trim());
    if (brace === '}') open.pop();
  }
  return found;
}

function sheetsByClass(folders: readonly string[]): Map<string, string[]> {
  const sheets = new Map<string, string[]>();
  for (const file of folders.flatMap((folder) => globSync(`${folder}/**/*.css`)).sort()) {
    for (const name of classesOf(readFileSync(file, 'utf8'))) sheets.set(name, [...(sheets.get(name) ?? []), file]);
  }
  return sheets;
}

test('reads the classes that a sheet draws', () => {
  const css = `@layer desk { .row, .cell { color: red } .row strong {} /* .gone {} */ @media (width < 1px) { .tile { } } .tab[aria-current] {} :is(.tile, .note, .tab) > .row {} }`;
  expect([...classesOf(css)]).toEqual(['row', 'cell']);
});

test.each([['site'], ['desk']])('each class of the %s is drawn by one sheet', (bundle) => {
  const shared = [...sheetsByClass(['client', bundle])].filter(([, files]) => files.length > 1);
  expect(shared.filter(([name]) => !adapted.includes(name))).toEqual([]);
});
