/**
 * The styles of a screen are loaded with it and stay for as long as the console is open. So a class that one screen styles must not be
 * used by another one that does not load these styles: it would look differently once the first screen was opened.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Folders whose styles or components every screen may use. */
const shared = ['styles', 'ui', 'app', 'lib'];

/** Parts that are shown only together with the screen whose styles they use. */
const together = new Set(['desk/board/LenderHelp.tsx', 'desk/ringing/PushSwitch.tsx']);

const read = (file: string): string => readFileSync(file, 'utf8');
const folderOf = (file: string): string => file.split('/')[1] ?? '';

/** The classes with which a selector of these styles begins. */
function classesIn(css: string): Set<string> {
  const selectors = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g)].map(
    ([, selector = '']) => selector,
  );
  return new Set(
    selectors
      .filter((selector) => !selector.includes('@'))
      .flatMap((selector) => selector.split(/,(?![^(]*\))/))
      .flatMap((selector) => /^\s*\.([\w-]+)/.exec(selector)?.[1] ?? []),
  );
}

/** The files of styles that some files load, with those that these import. */
function stylesOf(files: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, path = ''] of read(file).matchAll(/@import '([^']+)'/g)) add(join(dirname(file), path));
  };
  for (const file of files) {
    for (const [, path = ''] of read(file).matchAll(/import '(\.[^']+\.css)'/g)) add(join(dirname(file), path));
  }
  return found;
}

/** The words in the class names of a component. */
const wordsIn = (component: string): Set<string> =>
  new Set(
    [...component.matchAll(/className=(?:"([^"]+)"|\{([^}]*)\})/g)].flatMap(
      ([, plain = '', made = '']) => `${plain} ${made}`.match(/[\w-]+/g) ?? [],
    ),
  );

test('R204 no screen looks differently once another one was opened: each styles its own classes alone', () => {
  const components = globSync('desk/**/*.tsx').filter((file) => !file.includes('.test.'));
  const byFolder = Map.groupBy(components, folderOf);
  const strays = globSync('desk/**/*.css')
    .filter((file) => !shared.includes(folderOf(file)))
    .flatMap((css) => {
      const classes = classesIn(read(css));
      return [...byFolder].flatMap(([folder, files]) => {
        if (folder === folderOf(css) || shared.includes(folder) || stylesOf(files).has(css)) return [];
        return files
          .filter((file) => !together.has(file))
          .flatMap((file) =>
            [...wordsIn(read(file))].flatMap((word) => (classes.has(word) ? `${file}: .${word} of ${css}` : [])),
          );
      });
    });
  expect(components.length).toBeGreaterThan(100);
  expect(strays).toEqual([]);
});
