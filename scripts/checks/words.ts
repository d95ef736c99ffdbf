/**
 * Finds words that no file and no commit message may contain: traces of the machine the project was made on, and marks of
 * unfinished work.
 *
 *     node scripts/checks/words.ts
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { trackedFiles } from './tracked-files.ts';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The unwanted patterns, each with the reason. The path of this clone is one of them. */
export const unwanted = (folders: readonly string[]): [RegExp, string][] => [
  ...folders
    .filter((folder) => folder.split('/').length > 2)
    .map((folder): [RegExp, string] => [new RegExp(`${escaped(folder)}(?![\\w-])`), 'a folder of this machine']),
  [/["']?resolved["']?:\s*["']http/, 'where a package was downloaded from'],
  [/https?:\/\/[\w.-]*\bregistry\b[\w.-]*/, 'the host of a package registry'],
  [/\b(?:TO[D]O|FIX[M]E|X[X]X|HAC[K])\b/, 'a mark of unfinished work'],
  [/^(?:<{7}|>{7}) /m, 'a conflict left in the text'],
  [/@ts-(?:ignore|nocheck)/, 'a silenced type error'],
];

/** The unwanted words of a text: one sentence each. */
export function wordsIn(name: string, text: string, words: readonly [RegExp, string][]): string[] {
  return words.flatMap(([pattern, why]) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${name}:${line}: ${JSON.stringify(found[0].trim())} is ${why}`];
  });
}

if (import.meta.main) {
  const words = unwanted([process.cwd(), homedir()]);
  const isText = (content: Buffer) => !content.subarray(0, 8000).includes(0);
  const inFiles = trackedFiles().flatMap((path) => {
    const content = readFileSync(path);
    return isText(content) ? wordsIn(path, content.toString(), words) : [];
  });
  const messages = execFileSync('git', ['log', '--format=%h%x00%B%x01'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const inMessages = messages.split('\x01').flatMap((entry) => {
    const [commit = '', message = ''] = entry.trim().split('\0');
    return wordsIn(`commit ${commit}`, message, words);
  });
  for (const line of [...inFiles, ...inMessages]) console.error(line);
  process.exitCode = inFiles.length + inMessages.length > 0 ? 1 : 0;
}
