/** The links of a request: one for each person, and one for each of the operator's addresses. */
import type { Selectable, UpdateObject } from 'kysely';
import type { Reader, Trx } from '#server/database/open.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Iso, Tables } from '#server/database/tables.ts';
import { type AgentRequest, askedSince } from './store.ts';
import type { AgentLinkTable } from './tables.ts';

export type AgentLink = Selectable<AgentLinkTable>;

const links = (db: Reader) => db.selectFrom('agent_links').selectAll();

/** Whether the owner of a link said "not me", or gave the request away, since the request began to wait. */
export const hasDeclined = (
  { declined_at }: Pick<AgentLink, 'declined_at'>,
  request: Pick<AgentRequest, 'created_at' | 'handed_back_at'>,
): boolean => declined_at !== null && declined_at >= askedSince(request);

const linkByHash = prepared((db, { token_hash: hash }: Pick<AgentLink, 'token_hash'>) =>
  links(db).where('token_hash', '=', hash),
);

/** The link with this hash of its token. */
export const findLink = async (db: Reader, tokenHash: string): Promise<AgentLink | undefined> =>
  (await linkByHash(db, { token_hash: tokenHash }))[0];

export const linksOf = (db: Reader, requestId: string): Promise<AgentLink[]> =>
  links(db).where('request_id', '=', requestId).execute();

export const findLinkById = (db: Reader, id: string): Promise<AgentLink | undefined> =>
  links(db).where('id', '=', id).executeTakeFirst();

/** The only link that a person has to a request; undefined when there is none. */
export const linkOfPerson = (db: Reader, requestId: string, personId: string): Promise<AgentLink | undefined> =>
  links(db).where('request_id', '=', requestId).where('person_id', '=', personId).executeTakeFirst();

export const deleteLink = (trx: Trx, id: string) => trx.deleteFrom('agent_links').where('id', '=', id).execute();

export const updateLinks = (trx: Trx, ids: readonly string[], values: UpdateObject<Tables, 'agent_links'>) =>
  trx.updateTable('agent_links').set(values).where('id', 'in', ids).execute();

/** Stores a new link to a request. */
export const insertLink = (
  trx: Trx,
  link: Pick<AgentLink, 'id' | 'token_hash' | 'request_id' | 'name' | 'person_id'>,
  at: Iso,
): Promise<AgentLink> =>
  trx
    .insertInto('agent_links')
    .values({ ...link, created_at: at, asked_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
