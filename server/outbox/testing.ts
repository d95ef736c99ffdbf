/** What the tests of this folder share. */
import { sql } from 'kysely';
import type { Storage } from '#server/database/open.ts';
import { hourMs } from '#server/times.ts';
import { createKinds, defineMessage } from './message-kind.ts';

declare module './tables.ts' {
  interface MessageKinds {
    'test-note': true;
    'test-offer': true;
    'test-link-mail': true;
  }
}

const written = async ({ subject_id }: { readonly subject_id: string }) => {
  if (subject_id === 'unwritable') throw new Error('this one cannot be written');
  return { subject: 'Test', text: `About ${subject_id}`, html: '<p>Test</p>', autoSubmitted: true };
};

/** Why messages of the kind `test-link-mail` must not go out any more, by their subjects. A test fills it; a function is called each time. */
export const overSubjects = new Map<string, string | (() => Promise<string | undefined>)>();

/** Three kinds for tests: sent however old it is, needing a decision after 72 hours, and with a subject that may be over. */
export const testKinds = createKinds([
  defineMessage({
    kind: 'test-note',
    mail: written,
    text: async ({ subject_id }) => subject_id,
    postponedForMs: 60_000,
  }),
  defineMessage({
    kind: 'test-offer',
    mail: written,
    decideAfter: { ms: 72 * hourMs, reason: 'It waited for more than 72 hours.' },
  }),
  defineMessage({
    kind: 'test-link-mail',
    mail: written,
    text: async ({ subject_id }) => subject_id,
    async whyOver({ subject_id }) {
      const why = overSubjects.get(subject_id);
      return typeof why === 'function' ? why() : why;
    },
  }),
]);

interface MovedClock {
  advance(byMs: number): void;
}

/**
 * Lets time pass for servers and for the leases on their messages. A negative time sets every clock back. On PostgreSQL leases go by the
 * database's clock, which no test can move, so the ends of the leases are moved instead.
 */
export async function pass({ db, engine }: Storage, ms: number, ...clocks: readonly MovedClock[]): Promise<void> {
  for (const clock of clocks) clock.advance(ms);
  if (engine === 'sqlite') return;
  const lease_until = sql<string>`lease_until - ${ms} * interval '1 millisecond'`;
  await db.updateTable('messages').set({ lease_until }).where('lease_until', 'is not', null).execute();
}
