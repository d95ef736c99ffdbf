import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { trackedFiles } from '../checks/tracked-files.ts';

/** A document without its blocks of code, in which nothing is a link or a heading. */
const textOf = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^```.*?^```/gms, '');

const linksIn = (document: string): string[] =>
  Array.from(
    textOf(document)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
    ([, target = '']) => target,
  );

/** The anchors that GitHub makes of the headings of a document. */
const anchorsOf = (document: string): string[] =>
  Array.from(textOf(document).matchAll(/^#+ +(.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

function isDead(document: string, target: string): boolean {
  if (/^[a-z]+:/.test(target)) return false;
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? document : join(dirname(document), path);
  return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
}

test('each relative link of README.md and docs leads to a file that there is, and to one of its headings', () => {
  const documents = trackedFiles().filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file));
  const links = documents.flatMap((document) => linksIn(document).map((target) => ({ document, target })));
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ document, target }) => isDead(document, target))).toEqual([]);
});
