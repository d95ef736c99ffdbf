/**
 * Finds who saw which record between two times, for a person who has to report what became known to whom. It reads the entries about
 * opening, listing and exporting, about what programs read, and about what was sent to receivers of webhooks. It reads in slices.
 *
 * Lists and exports are reported by name. The log does not say which records a list showed, so a person who saw a list may have
 * seen every record of it.
 */
import type { AuditAction, AuditKind } from '#contract/desk/audit.ts';
import { inSlices, type Storage } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import { type StoredEntry, seeingEntries } from './store.ts';

/** The actions of entries that say that somebody saw something. */
const seeingActions = [
  'opened',
  'listed',
  'exported',
  'api-read',
  'webhook-sent',
] as const satisfies readonly AuditAction[];
type SeeingAction = (typeof seeingActions)[number];

/** A program that saw records: by a token that it read with, or by an endpoint that they were sent to. */
interface SeeingProgram {
  readonly kind: keyof typeof programNames;
  readonly id: string;
}

/** What reports call a program, by the kind of subject that names it. */
export const programNames = { 'api-token': 'program', webhook: 'receiver' } as const;

/** One person or program that saw one thing in one way. */
export interface Seen {
  /** The person. When it is null, `program` saw it, or without one the server itself. */
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

/** The actions of programs, each with the kind of subject that names the program. */
const programKinds: Partial<Record<AuditAction, SeeingProgram['kind']>> = {
  'api-read': 'api-token',
  'webhook-sent': 'webhook',
};

/** The things that an entry says somebody saw, and who saw them. */
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
 * Everybody who saw anything from a time on and before another. There is one row for each combination of who, what and how, in the
 * order of what was seen.
 *
 * @param db a reader beside the public site, because the whole span is read
 */
export async function whoSaw(
  db: Storage['db'],
  { from, before }: { readonly from: Iso; readonly before: Iso },
): Promise<Seen[]> {
  const found = new Map<string, Seen>();
  const entries = inSlices<StoredEntry>(
    Infinity,
    (limit, last) => seeingEntries(db, { actions: seeingActions, from, before, after: last?.seq ?? 0, limit }),
    sliceRows,
  );
  for await (const entry of entries) {
    for (const one of seenIn(entry)) {
      const key = keyOf(one);
      const earlier = found.get(key);
      const firstAt = earlier && earlier.firstAt < one.firstAt ? earlier.firstAt : one.firstAt;
      const lastAt = earlier && earlier.lastAt > one.lastAt ? earlier.lastAt : one.lastAt;
      found.set(key, { ...one, times: (earlier?.times ?? 0) + 1, firstAt, lastAt });
    }
  }
  return [...found.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, seen]) => seen);
}
