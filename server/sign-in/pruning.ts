import { staffTimes } from '#contract/desk/session.ts';
import type { Prunable } from '#server/pruning.ts';
import { dayMs } from '#server/times.ts';
import { deviceForMs } from './cookies.ts';
import { deleteChallenges, deleteNotices, deleteOldDevices } from './store.ts';
import { deleteLinks } from './store-links.ts';
import { deleteSessions } from './store-sessions.ts';

/** The number of days that each kind of record is kept after its end. */
export const signInKeptForDays = {
  // A session that ran out by itself may still be pushed to for a while.
  sessions: staffTimes.pushedOnCallForMs / dayMs + 1,
  challenges: 0,
  links: 30,
  // A device is known for this long after its last use. After that its row has no use.
  devices: deviceForMs / dayMs,
  notices: 90,
} as const;

/** The records that the sign-in deletes after a while. The audit log keeps what happened. */
export const prunableSignIn: readonly Prunable[] = [
  { name: 'sessions', keptForMs: signInKeptForDays.sessions * dayMs, deleteBefore: deleteSessions },
  { name: 'answered challenges', keptForMs: signInKeptForDays.challenges, deleteBefore: deleteChallenges },
  { name: 'links and finished invitations', keptForMs: signInKeptForDays.links * dayMs, deleteBefore: deleteLinks },
  { name: 'devices', keptForMs: signInKeptForDays.devices * dayMs, deleteBefore: deleteOldDevices },
  { name: 'notices', keptForMs: signInKeptForDays.notices * dayMs, deleteBefore: deleteNotices },
];
