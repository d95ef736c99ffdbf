/** What people did in a night, and what they were told. The invariants compare it with the database. */
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '#server/database/open.ts';
import type { Arrived } from './providers.ts';
import { Violation } from './world.ts';

/** What a person was told about a form: this store, in this version, has this reference. */
export interface Told {
  readonly store: string;
  readonly version: number;
  readonly reference: string;
  readonly by: 'sent' | 'queued';
  /** Its page alone had it, which the person was told, and the page was left before it was sent. */
  isLeft?: true;
}

export type Row = Readonly<Record<string, string | number | null>>;

export interface NightRecord {
  /** Reads the database, by a connection of its own. */
  rows(sql: string, ...values: (string | number)[]): Row[];
  readonly told: Told[];
  /** How often people pressed what: `REFERENCE step NAME`. */
  readonly pressed: Map<string, number>;
  readonly arrived: Arrived[];
  /** `erasing`: the ids of leads that somebody chose to erase. `erased`: those that the server said were erased. */
  readonly erasing: Set<string>;
  readonly erased: Set<string>;
  /** The names of the people who still act or wait for something. A name is removed when its person is done. */
  readonly open: Set<string>;
  close(): void;
}

export function createRecord(dataDir: string): NightRecord {
  const database = new DatabaseSync(databaseFile(dataDir), { readOnly: true });
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return {
    rows(sql, ...values) {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      return statement.all(...values) as Row[];
    },
    told: [],
    pressed: new Map(),
    arrived: [],
    erasing: new Set(),
    erased: new Set(),
    open: new Set(),
    close: () => database.close(),
  };
}

/** Remembers that somebody presses a button. */
export function notePress({ pressed }: Pick<NightRecord, 'pressed'>, what: string): void {
  pressed.set(what, (pressed.get(what) ?? 0) + 1);
}

/** @throws Violation when `holds` is false */
export function must(holds: boolean, say: () => string): asserts holds {
  if (!holds) throw new Violation(say());
}
