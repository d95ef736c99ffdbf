/**
 * Compares docs/spec-coverage.md with the tests: every statement must name the tests that prove it, and they must exist. A test
 * names the statements that it proves by beginning its title, or that of a group around it, with their numbers.
 *
 *     node scripts/checks/spec-coverage.ts            fails when a statement is unproved or a named test does not exist
 *     node scripts/checks/spec-coverage.ts --write    names the tests anew (npm run docs:coverage)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { titlesIn } from './test-titles.ts';
import { trackedFiles } from './tracked-files.ts';

const file = 'docs/spec-coverage.md';
const statement = /^- \*\*([SR]\d+(?:\.\d+)?)\*\* /;
const proof = /^ {2}- /;

/** A test as the document names it, and the statement it proves. */
interface Proof {
  readonly id: string;
  readonly name: string;
}

const numbersOf = (title: string): string[] => /^(?:[SR]\d+(?:\.\d+)? )+/.exec(title)?.[0].trim().split(' ') ?? [];

/** The proofs in a test's source: one for each number of each title, unless a group around it has the same number. */
export function proofsIn(path: string, source: string): Proof[] {
  const titles = titlesIn(path, source);
  return titles.flatMap(({ path: names, isGroup }) => {
    const around = new Set(names.slice(0, -1).flatMap(numbersOf));
    const holds = (other: readonly string[]) => names.every((title, index) => other[index] === title);
    if (isGroup && !titles.some((other) => !other.isGroup && holds(other.path))) return [];
    const ids = numbersOf(names.at(-1) ?? '').filter((id) => !around.has(id));
    return ids.map((id) => ({ id, name: `\`${path}\`: ${names.join(' > ')}` }));
  });
}

/** Returns the document with every statement followed by the tests that prove it. */
export function withProofs(document: string, proofs: readonly Proof[]): string {
  return document
    .split('\n')
    .filter((line) => !proof.test(line))
    .flatMap((line) => {
      const id = statement.exec(line)?.[1];
      return [line, ...proofs.filter((one) => one.id === id).map(({ name }) => `  - ${name}`)];
    })
    .join('\n');
}

/** The differences between the document and the tests: one sentence each. */
export function faultsIn(document: string, proofs: readonly Proof[]): string[] {
  const faults: string[] = [];
  const proved = new Map<string, number>();
  let current: string | undefined;
  for (const line of document.split('\n')) {
    const id = statement.exec(line)?.[1];
    if (id && proved.has(id)) faults.push(`${id} stands twice in ${file}`);
    if (id) proved.set(id, 0);
    if (!proof.test(line)) {
      current = id;
      continue;
    }
    const name = line.replace(proof, '');
    const exists = proofs.some((one) => one.name === name && one.id === current);
    if (!exists)
      faults.push(`${current ?? 'No statement'} names a test that does not exist or has another number: ${name}`);
    else if (current) proved.set(current, (proved.get(current) ?? 0) + 1);
  }
  for (const [id, count] of proved) if (count === 0) faults.push(`${id} names no test that proves it`);
  for (const { id, name } of proofs)
    if (!proved.has(id)) faults.push(`${name} proves ${id}, which stands nowhere in ${file}`);
  return faults;
}

if (import.meta.main) {
  const proofs = trackedFiles()
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith('scripts/checks/'))
    .flatMap((path) => proofsIn(path, readFileSync(path, 'utf8')));
  const document = readFileSync(file, 'utf8');
  const current = process.argv.includes('--write') ? withProofs(document, proofs) : document;
  if (current !== document) writeFileSync(file, current);
  const faults = faultsIn(current, proofs);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error('npm run docs:coverage names the tests of every statement anew.');
  process.exitCode = faults.length > 0 ? 1 : 0;
}
