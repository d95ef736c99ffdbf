import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Every file of the project, from its folder: what git tracks and what it would, were it added. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(path));
}
