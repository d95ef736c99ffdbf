import { writeBareSiteInto } from './bare-site.ts';
import { temporaryFolder } from './each-engine.ts';

/** Writes a bare site into a folder of the test's own, and returns the folder. */
export function writeBareSite(): string {
  const folder = temporaryFolder();
  writeBareSiteInto(folder);
  return folder;
}
