/** The rows of the deal board in words: their groups, their ages and their states. Pure. */

import { dispositions, requestTypes } from '#contract/agent-request.ts';
import { dealStages, finishedForMs } from '#contract/desk/board.ts';
import type { Board, BoardRow } from '#contract/desk/board-schemas.ts';
import { finderOf } from '#contract/desk/search-text.ts';
import { isLate } from '#contract/request-state.ts';

type GroupName = 'waiting' | 'running' | 'finished';

export interface BoardGroup {
  readonly name: GroupName;
  readonly title: string;
  readonly rows: readonly BoardRow[];
}

const titles: Readonly<Record<GroupName, string>> = {
  waiting: 'Waiting',
  running: 'In progress',
  finished: 'Finished in the last 12 hours',
};

const groupNames = Object.keys(titles) as GroupName[];

/**
 * The groups of the board in the order in which they are read. Groups without a row are left out, and so are requests that have been
 * over for too long since the board was read.
 *
 * @param search only rows that it finds by dealership, reference or finance manager
 * @param foundIds rows that the server found for the search, which also looks into what was written about a request
 */
export function groupsOf(board: Board, nowMs: number, search = '', foundIds?: ReadonlySet<string>): BoardGroup[] {
  const finds = finderOf(search);
  const isFound = ({ id, dealershipName, reference, acceptedBy }: BoardRow) =>
    foundIds?.has(id) || finds([dealershipName, reference, acceptedBy].join('\n'));
  const isShown = (row: BoardRow) =>
    (row.endedAt === null || nowMs - Date.parse(row.endedAt) < finishedForMs) && isFound(row);
  return groupNames
    .map((name) => ({ name, title: titles[name], rows: board[name].filter(isShown) }))
    .filter(({ rows }) => rows.length > 0);
}

/** How long something has taken, for screen readers: `31 seconds`, `22 minutes`, `1 hour 5 minutes`. */
export function spokenAge(ms: number): string {
  const count = (value: number, word: string) => `${value} ${word}${value === 1 ? '' : 's'}`;
  const passed = Math.max(0, ms);
  const minutes = Math.floor(passed / 60_000);
  if (minutes === 0) return count(Math.floor(passed / 1000), 'second');
  if (minutes < 60) return count(minutes, 'minute');
  return `${count(Math.floor(minutes / 60), 'hour')} ${count(minutes % 60, 'minute')}`;
}

/** What a row is for: the request's type, or that it is a logged call. */
export const askOf = ({ kind, requestType }: Pick<BoardRow, 'kind' | 'requestType'>): string => {
  if (kind === 'call') return 'Logged call';
  return requestType === 'active_deal' ? 'Active deal' : requestTypes[requestType];
};

/**
 * The state of a row, in a few words.
 *
 * @param readerId who reads it: a hand-off to them says so
 */
export function standingOf(row: BoardRow, nowMs: number, readerId?: string): string {
  const { endedAt, disposition, state, closing, acceptedAt, askedAt, createdAt, stage, waitsFor, waitsForId } = row;
  if (endedAt !== null) {
    if (disposition !== null) return dispositions[disposition];
    if (state === 'expired' && acceptedAt !== null) return 'Expired';
    // `askedAt` is later than `createdAt` when somebody has handed the request back.
    if (state === 'expired') return askedAt === createdAt ? 'Nobody accepted it' : 'Nobody took it on again';
    return state === 'cancelled' ? 'Cancelled by the store' : 'Done';
  }
  if (closing !== null) return closing.as === 'cancelled' ? 'Store is cancelling' : 'Closing';
  if (acceptedAt === null) {
    return waitsFor === null ? askOf(row) : `Handed off to ${waitsForId === readerId ? 'you' : waitsFor}`;
  }
  if (isLate(row, nowMs)) return 'Accepted, not connected';
  return dealStages[stage ?? 'accepted'];
}

/** Who has a row: `You`, a name, or `nobody yet` while it waits. */
export function holderOf({ mine, acceptedBy, acceptedAt, endedAt }: BoardRow): string {
  if (mine) return 'You';
  if (acceptedBy !== null) return acceptedBy;
  return acceptedAt === null && endedAt === null ? 'nobody yet' : '';
}

/** Who has a request or had it, at the end of the line in its record. */
export function heldBy(row: BoardRow): string {
  const holder = holderOf(row);
  if (holder === 'nobody yet') return 'nobody has it yet';
  return holder && `${row.endedAt === null ? 'held' : 'taken'} by ${row.mine ? 'you' : holder}`;
}

/** The state of a row and who has it: `Connected, You`. A hand-off names the person whom it waits for. */
export function standingWithHolder(row: BoardRow, nowMs: number, readerId?: string): string {
  const isHandedOff = row.acceptedAt === null && row.waitsFor !== null;
  return [standingOf(row, nowMs, readerId), isHandedOff ? '' : holderOf(row)].filter(Boolean).join(', ');
}
