/** The outbox as a person reads it: what stands where, since when and why. Reads only. */
import { sql } from 'kysely';
import type { Storage } from '#server/storage/open.ts';
import type { MessageState } from '#server/storage/schema.ts';

const sliceRows = 200;

export type OverviewRow = Awaited<ReturnType<ReturnType<typeof createOverview>['find']>>[number];

export function createOverview({ db }: Pick<Storage, 'db'>) {
  const rows = () =>
    db
      .selectFrom('messages')
      .leftJoin('submissions', 'submissions.id', 'messages.submission_id')
      .leftJoin('leads', 'leads.id', 'submissions.lead_id')
      .leftJoin('agent_requests', 'agent_requests.id', 'messages.request_id')
      .selectAll('messages')
      .select(({ fn }) => fn.coalesce('leads.reference', 'agent_requests.reference', sql<string>`''`).as('reference'));

  return {
    /**
     * The messages of a state, a slice at a time: what was sent newest first, all else by when it is due.
     *
     * @param limit at most so many
     */
    async *of(state: MessageState, limit: number) {
      const direction = state === 'sent' ? 'desc' : 'asc';
      let last: OverviewRow | undefined;
      for (let left = limit; left > 0; ) {
        let query = rows()
          .where('messages.state', '=', state)
          .orderBy('messages.due_at', direction)
          .orderBy('messages.id', direction)
          .limit(Math.min(left, sliceRows));
        if (last) {
          const { due_at, id } = last;
          query = query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('messages.due_at', 'messages.id'), direction === 'asc' ? '>' : '<', tuple(due_at, id)),
          );
        }
        const slice = await query.execute();
        yield* slice;
        last = slice.at(-1);
        left = slice.length < sliceRows ? 0 : left - slice.length;
      }
    },

    /** The messages whose id begins with `beginning`, at most two: more than one is ambiguous. Hexadecimal digits and hyphens only. */
    find: (beginning: string) =>
      rows().where('messages.id', 'like', `${beginning}%`).orderBy('messages.id').limit(2).execute(),
  };
}
