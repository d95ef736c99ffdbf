/** How leads are erased: what the dealer sent and what was written about it go; the row stays to be counted. */
import type { Transaction } from 'kysely';
import { isOpenStatus } from '#contract/desk/leads.ts';
import { changed } from '#server/changes/service.ts';
import type { Storage } from '#server/database/open.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { deleteMessagesOf } from '#server/outbox/service.ts';
import { removeSearchText } from '#server/search/service.ts';
import { writeLeadSearch } from './searchable.ts';
import { blankSubmissions, deleteEventsOf, deleteKeysOf, idsOfSubmissions, keepLeads } from './store-erasing.ts';
import { findRow, joinedTo, updateLead } from './store-work.ts';

type Trx = Transaction<Tables>;

async function eraseOne(trx: Trx, id: string, at: Iso): Promise<void> {
  const lead = await findRow(trx, id);
  if (!lead) return;
  await deleteMessagesOf(trx, await idsOfSubmissions(trx, id));
  await blankSubmissions(trx, id);
  await deleteEventsOf(trx, id);
  await deleteKeysOf(trx, id);
  // Nobody is to contact somebody whom nothing is known of.
  const closed = isOpenStatus(lead.status) ? ({ status: 'lost', closed_at: at } as const) : {};
  await updateLead(trx, id, { answers: '{}', flags: '[]', erased_at: at, ...closed });
  await removeSearchText(trx, 'lead', id);
  const others = await joinedTo(trx, id);
  if (lead.joined_into_id !== null) await writeLeadSearch(trx, lead.joined_into_id);
  else if (others.length > 0) await writeLeadSearch(trx, id);
  await changed(trx, 'leads', lead.joined_into_id ?? id);
}

export const erasableLeads = ({ dialect }: Pick<Storage, 'dialect'>) => ({
  take: async (trx: Trx, ids: readonly string[]): Promise<string[]> =>
    (await keepLeads(trx, { dialect }, ids)).map(({ id }) => id),
  async erase(trx: Trx, ids: readonly string[], at: Iso): Promise<void> {
    for (const id of ids) await eraseOne(trx, id, at);
  },
});
