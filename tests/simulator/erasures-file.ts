/** What must hold of the file of erasures: it has what the database has, whatever was cut off in the middle. */
import { existsSync, readFileSync } from 'node:fs';
import { must, type NightRecord } from './record.ts';

/** A line of the file of erasures: the file's own, an erasure, or a note about the erasure with the seal `of`. */
interface FileLine {
  readonly seq?: number;
  readonly id?: string;
  readonly seal?: string;
  readonly note?: 'finished' | 'given-up';
  readonly of?: string;
}

function linesOf(path: string): FileLine[] {
  const content = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return content.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as FileLine];
    } catch {
      // Half a line, written on a full disk. It is skipped.
      return [];
    }
  });
}

/** Every erasure that was not given up is in the file, in its order, and the database knows each that the file has. */
export function checkErasuresFile(night: NightRecord, path: string): void {
  const certificates = night.rows('select seq, id from erasure_certificates order by seq');
  const lines = linesOf(path);
  const givenUp = lines.flatMap(({ note, of }) => (note === 'given-up' ? [of] : []));
  const kept = lines.flatMap(({ seq, id, seal }) => (id === undefined || givenUp.includes(seal) ? [] : [{ seq, id }]));
  const [inFile, inDatabase] = [JSON.stringify(kept), JSON.stringify(certificates)];
  must(inFile === inDatabase, () => `the file of erasures has ${inFile}, and the database ${inDatabase}`);
}
