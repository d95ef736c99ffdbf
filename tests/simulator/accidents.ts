/** Where a replica can crash or freeze in the middle of its work with the database. */

/** Stands for a statement that changed rows and returned them, as the claim of a message does. */
export const claimed = 'claimed';

/** Stands for the moment in which a transaction has ended, and its commit is still open for others. */
export const openCommit = 'open commit';

/**
 * A statement that names a table which is read or written while a message is sent, a lead is stored, or an agent does
 * something; or another moment. What is here more than once happens more often.
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
