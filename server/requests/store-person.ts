/** What finds the requests and calls of a person. Each query is bounded by an index. */
import type { Matching } from '#server/search/service.ts';
import type { AgentRequest, Reader } from './store.ts';
import type { LoggedCall } from './store-calls.ts';

export const requestsMatching = (db: Reader, matching: Matching, limit: number) =>
  db.selectFrom('agent_requests').select('id').where(matching('agent_requests.id')).limit(limit).execute();

export const callsMatching = (db: Reader, matching: Matching, limit: number) =>
  db.selectFrom('calls').select('id').where(matching('calls.id')).limit(limit).execute();

export const requestsByIds = (db: Reader, ids: readonly string[]): Promise<AgentRequest[]> =>
  db.selectFrom('agent_requests').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();

export const callsByIds = (db: Reader, ids: readonly string[]): Promise<LoggedCall[]> =>
  db.selectFrom('calls').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();
