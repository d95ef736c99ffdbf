/** Reads what recorder.c wrote. */

const types = ['create', 'write', 'truncate', 'sync', 'unlink', 'rename', 'link', 'mkdir'] as const;

/** One change to a file or folder, or one `sync`, which makes the earlier changes to it durable. */
export interface Entry {
  readonly type: (typeof types)[number];
  readonly path: string;
  /** Where a write began, or the size after a truncation, in bytes. */
  readonly offset: number;
  /** The written bytes; for a rename or link, the second path. */
  readonly data: Buffer;
  /** The length of the record after this entry, in bytes. */
  readonly end: number;
}

const headBytes = 21;

export function readRecord(record: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < record.length; ) {
    const type = types[record.readUInt8(at) - 1];
    if (!type) throw new Error(`The record has no entry at ${at}`);
    const pathEnd = at + headBytes + record.readUInt32LE(at + 1);
    const end = pathEnd + Number(record.readBigUInt64LE(at + 13));
    entries.push({
      type,
      path: record.toString('utf8', at + headBytes, pathEnd),
      offset: Number(record.readBigUInt64LE(at + 5)),
      data: record.subarray(pathEnd, end),
      end,
    });
    at = end;
  }
  return entries;
}
