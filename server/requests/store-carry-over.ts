/** Finds the requests and logged calls that were made since a backup and are not in the restored database. */
import { defineMadeSince } from '#server/carry-over.ts';
import { findRequest } from './store.ts';
import { findCall } from './store-calls.ts';

export const madeRequests = defineMadeSince(
  'agent_requests',
  { things: ['request', 'requests'], since: ['created_at'] },
  findRequest,
  ({ reference }) => reference,
);

export const madeCalls = defineMadeSince(
  'calls',
  { things: ['logged call', 'logged calls'], since: ['created_at'] },
  findCall,
  ({ reference }) => reference,
);
