import { staffTimes } from '#contract/desk/session.ts';
import type { Prunable } from '#server/pruning.ts';
import { deviceForMs } from './cookies.ts';
import { deleteChallenges, deleteNotices, deleteOldDevices } from './store.ts';
import { deleteLinks } from './store-links.ts';
import { deleteSessions } from './store-sessions.ts';

const dayMs = 24 * 60 * 60_000;

/** What the sign-in deletes after a while. What happened is in the audit log. */
export const prunableSignIn: readonly Prunable[] = [
  // One that ran out by itself may still be pushed to for a while.
  { name: 'sessions', keptForMs: staffTimes.pushedOnCallForMs + dayMs, deleteBefore: deleteSessions },
  { name: 'answered challenges', keptForMs: 0, deleteBefore: deleteChallenges },
  { name: 'links and finished invitations', keptForMs: 30 * dayMs, deleteBefore: deleteLinks },
  // A device is known for so long after its last use, and is worth nothing afterwards.
  { name: 'devices', keptForMs: deviceForMs, deleteBefore: deleteOldDevices },
  { name: 'notices', keptForMs: 90 * dayMs, deleteBefore: deleteNotices },
];
