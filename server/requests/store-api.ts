/** Requests as other programs read them: without the AnyDesk address, without tokens, and without notes. */
import type { ApiRequest } from '#contract/api-endpoints.ts';
import type { Reader } from '#server/database/open.ts';
import { oldestFirst, type Slice } from '#server/paging.ts';
import { fieldsOf } from '#server/rows.ts';

const columns = [
  'id',
  'reference',
  'dealership_id',
  'dealership_name',
  'same_named',
  'request_type',
  'outcome',
  'disposition',
  'accepted_by',
  'created_at',
  'accepted_at',
  'connected_at',
  'signing_at',
  'ended_at',
  'erased_at',
  'updated_at',
  'version',
] as const;

const all = (db: Reader) => db.selectFrom('agent_requests').select(columns);
type Row = Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>;

function stateOf({ ended_at, signing_at, connected_at, accepted_at }: Row): ApiRequest['state'] {
  if (ended_at !== null) return 'ended';
  if (signing_at !== null) return 'signing';
  if (connected_at !== null) return 'connected';
  return accepted_at === null ? 'waiting' : 'accepted';
}

/** A request in the API's shape. An erased one has no names: its row has a word for the desk in their place, which is left out here. */
const present = (row: Row): ApiRequest => ({
  ...fieldsOf(row, 'id', 'reference', 'dealership_id', 'same_named', 'request_type', 'outcome', 'disposition'),
  ...fieldsOf(row, 'created_at', 'accepted_at', 'connected_at', 'signing_at', 'ended_at', 'erased_at'),
  ...fieldsOf(row, 'updated_at', 'version'),
  dealershipName: row.erased_at === null ? row.dealership_name : '',
  state: stateOf(row),
  acceptedBy: row.erased_at === null ? row.accepted_by : null,
});

interface ApiRequestQuery extends Slice {
  readonly status?: 'open' | 'ended' | undefined;
  readonly dealershipId?: string | undefined;
}

/** At most `limit` requests after a position, in the order of their last change, the oldest change first. */
export async function apiRequests(
  db: Reader,
  { after, limit, status, dealershipId }: ApiRequestQuery,
): Promise<ApiRequest[]> {
  const rows = await all(db)
    .$if(status !== undefined, (query) => query.where('ended_at', status === 'open' ? 'is' : 'is not', null))
    .$if(dealershipId !== undefined, (query) =>
      query.where('dealership_id', '=', dealershipId ?? '').where('same_named', 'is', null),
    )
    .$call(oldestFirst(['agent_requests.updated_at', 'agent_requests.id'], after, limit))
    .execute();
  return rows.map(present);
}

/** The request with this id; undefined when there is none. */
export async function apiRequest(db: Reader, id: string): Promise<ApiRequest | undefined> {
  const row = await all(db).where('id', '=', id).executeTakeFirst();
  return row && present(row);
}
