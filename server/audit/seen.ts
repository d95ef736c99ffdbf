/**
 * Who saw which record between two times: for whoever has to say what became known to whom. It is read from the entries of who opened,
 * looked through and exported, of what programs read, and of what was sent to receivers of webhooks. Reads only, in slices.
 *
 * A list and an export are told by their names: the log does not hold which records a list showed, so whoever looked through one counts
 * as somebody who may have seen every record of it.
 */
import type { AuditAction, AuditKind } from '#contract/desk/audit.ts';
import type { Storage } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { type StoredEntry, seeingEntries } from './store.ts';

/** The entries that tell that somebody saw something. */
const seeingActions = [
  'opened',
  'listed',
  'exported',
  'api-read',
  'webhook-sent',
] as const satisfies readonly AuditAction[];
export type SeeingAction = (typeof seeingActions)[number];

/** A program that saw records: by a token with which it read, or by an endpoint to which they were sent. */
export interface SeeingProgram {
  readonly kind: 'api-token' | 'webhook';
  readonly id: string;
}

/** One who saw one thing in one way. */
export interface Seen {
  /** A person; with `program` a program; without both the server itself. */
  readonly personId: string | null;
  readonly program: SeeingProgram | null;
  readonly how: SeeingAction;
  readonly kind: AuditKind;
  readonly id: string;
  readonly times: number;
  readonly firstAt: Iso;
  readonly lastAt: Iso;
}

const sliceRows = 500;

/** The actions of programs, with what the program is known by. */
const programKinds: Partial<Record<AuditAction, SeeingProgram['kind']>> = {
  'api-read': 'api-token',
  'webhook-sent': 'webhook',
};

/** The things that an entry tells of, and who saw them. */
function seenIn({ by_id, action, about, at }: StoredEntry): Omit<Seen, 'times'>[] {
  const programKind = programKinds[action];
  const program = about.find(({ kind }) => kind === programKind);
  return about
    .filter((one) => one !== program)
    .map(({ kind, id }) => ({
      personId: by_id,
      program: program && programKind ? { kind: programKind, id: program.id } : null,
      how: action as SeeingAction,
      kind,
      id,
      firstAt: at,
      lastAt: at,
    }));
}

const keyOf = ({ personId, program, how, kind, id }: Omit<Seen, 'times'>) =>
  JSON.stringify([kind, id, personId, program?.id ?? null, how]);

/**
 * Everybody who saw anything from a time on and before another, one row for each who, what and how, in the order of what was seen.
 *
 * @param db a reader beside the public site, because the whole time is read
 */
export async function whoSaw(
  db: Storage['db'],
  { from, before }: { readonly from: Iso; readonly before: Iso },
): Promise<Seen[]> {
  const found = new Map<string, Seen>();
  let after = 0;
  for (;;) {
    const entries = await seeingEntries(db, { actions: seeingActions, from, before, after, limit: sliceRows });
    for (const entry of entries) {
      for (const one of seenIn(entry)) {
        const key = keyOf(one);
        const earlier = found.get(key);
        const firstAt = earlier && earlier.firstAt < one.firstAt ? earlier.firstAt : one.firstAt;
        const lastAt = earlier && earlier.lastAt > one.lastAt ? earlier.lastAt : one.lastAt;
        found.set(key, { ...one, times: (earlier?.times ?? 0) + 1, firstAt, lastAt });
      }
    }
    const last = entries.at(-1);
    if (!last || entries.length < sliceRows) break;
    after = last.seq;
  }
  return [...found.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, seen]) => seen);
}
