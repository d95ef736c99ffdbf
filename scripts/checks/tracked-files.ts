import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Every file of the project: those that git tracks, and those that it would add. */
export function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed.split('\0').filter((path) => path !== '' && existsSync(path));
}
