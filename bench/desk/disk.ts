/**
 * How long the disk itself takes to keep 8 kB, measured at the same time as the leads. A lead is acknowledged when the disk has it, so
 * a lead can be no faster; on a disk that others use as well, one write in a hundred can take a quarter of a second.
 */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The size of one write, as that of PostgreSQL's log, and the number of places in the file. */
const bytes = 8192;
const places = 256;

/**
 * Writes to a file in this folder and waits until the disk has it, again and again until told to stop.
 *
 * @param folder on the same disk as the databases
 * @returns how long each write took, in milliseconds
 */
export async function probeDisk(folder: string, everyMs: number, stopped: () => boolean): Promise<number[]> {
  const file = await open(join(folder, 'disk-probe'), 'w');
  const page = Buffer.alloc(bytes, 1);
  const times: number[] = [];
  try {
    // The file gets its size first: a database's log does not grow with each commit either.
    await file.write(Buffer.alloc(bytes * places));
    await file.sync();
    while (!stopped()) {
      const beganMs = performance.now();
      await file.write(page, 0, bytes, (times.length % places) * bytes);
      await file.datasync();
      times.push(performance.now() - beganMs);
      await sleep(everyMs);
    }
  } finally {
    await file.close();
  }
  return times;
}
