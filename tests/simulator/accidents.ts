/** Where a replica can crash or freeze in the middle of its work with the database. */

/** Names the moment after an update that returned rows, as the claim of a message does. */
export const claimed = 'claimed';

/** Names the moment when a transaction has ended and its commit is still open for others to join. */
export const openCommit = 'open commit';

/**
 * Where an accident can happen: at a statement that contains the name of a table, or at another named moment. The tables are those
 * used when a message is sent, a lead is stored, or an agent acts. An entry that is repeated is drawn more often.
 */
export const accidents = [
  '"agent_links"',
  '"submissions"',
  '"agent_requests"',
  '"messages"',
  '"leads"',
  '"alerts"',
  'commit',
  openCommit,
  openCommit,
  claimed,
  claimed,
  claimed,
];
