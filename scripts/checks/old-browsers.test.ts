/** What the site and the desk call is there in the browsers of early 2023, which are the last ones for Windows 7 and 8.1. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** Calls that the oldest browsers lack. Syntax and colours are no matter: the build lowers them, or fails (`build/old-browsers.ts`). */
const later =
  /\.(?:checkVisibility|toSorted|toReversed|toSpliced|isWellFormed|toWellFormed)\(|\b(?:AbortSignal\.any|Array\.fromAsync|Promise\.(?:try|withResolvers)|(?:Map|Object)\.groupBy|RegExp\.escape|URL\.(?:canParse|parse))\(/;

/** Looks first whether the browser has what it calls. */
const looksFirst = ['client/lib/any-signal.ts'];

const isOfBrowser = (path: string): boolean =>
  /^(?:brand|client|contract|desk|site)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing(?:\/|\.ts$)/.test(path);

test('R30 no file of the site or the desk calls what browsers of early 2023 lack', () => {
  const files = trackedFiles().filter(isOfBrowser);
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((path) => later.test(readFileSync(path, 'utf8')));
  expect(found).toEqual(looksFirst);
});
