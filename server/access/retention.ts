import { columns, defineRetention, deletedWith, keys, nobody, prunedAfter } from '#server/record-kind.ts';

/** For how many days an operator can still look up a code, a link or a session that has ended. */
export const accessKeptFor = { deadCodeDays: 90, sessionDays: 1 } as const;

export const accessRetention = defineRetention({
  tables: {
    access_codes: {
      ...keys('id', 'hash', 'dealership_id'),
      ...nobody('number', 'created_at', 'expires_at', 'revoked_at', 'last_used_at', 'replaced_at'),
      ...nobody('account_closed_at'),
    },
    code_links: {
      ...keys('id', 'token_hash', 'dealership_id', 'by_id', 'claim_hash', 'code_id'),
      ...nobody('grace_hours', 'created_at', 'expires_at', 'used_at', 'ended_at', 'earlier_holds_until'),
      ...columns(deletedWith('links to access codes').foundAs('code-link'), 'contact_name', 'mail', 'phone'),
    },
    portal_sessions: {
      ...keys('id', 'code_id'),
      ...nobody('created_at', 'expires_at', 'ended_at'),
      token_hash: deletedWith('portal sessions').notSought('a hash, which names nobody'),
    },
  },
  pruned: [
    prunedAfter(accessKeptFor.sessionDays, 'portal sessions', 'the session ran out'),
    {
      name: 'links to access codes',
      class: 'communication',
      startsAt: 'the link ran out',
      keptFor: { days: accessKeptFor.deadCodeDays },
    },
  ],
});
