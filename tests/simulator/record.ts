/** What was done and said in a night, as those who did it and heard it know it. The invariants hold it against the database. */
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '#server/database/open.ts';
import type { Arrived } from './providers.ts';
import { Violation } from './world.ts';

/** What a person was told of a form: this store, in this version, has this reference. */
export interface Told {
  readonly store: string;
  readonly version: number;
  readonly reference: string;
  readonly by: 'sent' | 'queued';
}

export type Row = Readonly<Record<string, string | number | null>>;

export interface Night {
  /** Reads the database beside everybody else. */
  rows(sql: string, ...values: (string | number)[]): Row[];
  readonly told: Told[];
  /** What people pressed: `REFERENCE step NAME`. */
  readonly pressed: Set<string>;
  readonly arrived: Arrived[];
  /** The ids of leads that somebody chose to erase, and of those that were said to be erased. */
  readonly erasing: Set<string>;
  readonly erased: Set<string>;
  /** Whether a replica's clock was ever wrong. */
  clockWasWrong: boolean;
  /** The people's own ends: each resolves when there is nothing left that its person waits for. */
  readonly open: Set<string>;
  close(): void;
}

export function createRecord(dataDir: string): Night {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return {
    rows(sql, ...values) {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      return statement.all(...values) as Row[];
    },
    told: [],
    pressed: new Set(),
    arrived: [],
    erasing: new Set(),
    erased: new Set(),
    clockWasWrong: false,
    open: new Set(),
    close: () => database.close(),
  };
}

/** @throws Violation unless it holds */
export function must(holds: boolean, say: () => string): asserts holds {
  if (!holds) throw new Violation(say());
}
