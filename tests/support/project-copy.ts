/** Copies the project into another folder, for tests that change or build its files. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');

/** Copies the project's files into a folder, with a link to the installed packages and without anything that was built. */
export function copyProject(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(project, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(project, path), join(folder, path));
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
}
