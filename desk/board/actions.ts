/** The buttons of the action bar under a request, in their order. The first is the next step. Pure. */
import type { DeskAction } from '#contract/desk/board.ts';
import type { DeskStep } from '#contract/desk/board-endpoints.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';

/** A button: a step that is sent at once, or one that opens a form first. */
export type BarAction = DeskStep | 'done' | 'hand-off';

interface Words {
  readonly press: string;
  readonly pressing: string;
  /** A key that does the same, while the record is open. */
  readonly key?: string;
}

export const barWords: Readonly<Record<BarAction, Words>> = {
  accept: { press: 'Accept', pressing: 'Accepting…', key: 'a' },
  decline: { press: 'Not me', pressing: 'Saving…' },
  'take-over': { press: 'Take over', pressing: 'Taking over…' },
  connected: { press: 'Connected', pressing: 'Saving…' },
  'undo-connected': { press: 'Undo Connected', pressing: 'Undoing…' },
  signing: { press: 'Signing', pressing: 'Saving…' },
  'undo-signing': { press: 'Undo Signing', pressing: 'Undoing…' },
  'hand-back': { press: 'Hand back', pressing: 'Handing back…' },
  'hand-off': { press: 'Hand off…', pressing: 'Handing off…' },
  done: { press: 'Done…', pressing: 'Closing…' },
  'undo-done': { press: 'Undo Done', pressing: 'Undoing…' },
  reopen: { press: 'Reopen', pressing: 'Reopening…' },
};

/** The order of the bar. Actions that are not possible now are left out. */
const order: readonly (readonly [DeskAction, BarAction])[] = [
  ['accept', 'accept'],
  ['takeOver', 'take-over'],
  ['connected', 'connected'],
  ['signing', 'signing'],
  ['undoDone', 'undo-done'],
  ['reopen', 'reopen'],
  ['done', 'done'],
  ['handOff', 'hand-off'],
  ['handBack', 'hand-back'],
  ['undoConnected', 'undo-connected'],
  ['undoSigning', 'undo-signing'],
  ['decline', 'decline'],
];

/** What the person can do with a request now, the next step first. */
export const barOf = ({ can }: Pick<RequestRecord, 'can'>): readonly BarAction[] =>
  order.filter(([action]) => can[action]).map(([, button]) => button);

/** Whether the bar offers to call the store and to open its screen: for a request, not a logged call, that has not ended. */
export const isOpenRequest = ({ endedAt, kind }: Pick<RequestRecord, 'endedAt' | 'kind'>): boolean =>
  endedAt === null && kind === 'request';

/** Whether somebody has ever had the request. They may have handed it back since. */
export const wasTaken = ({ acceptedAt, handedBackAt }: Pick<RequestRecord, 'acceptedAt' | 'handedBackAt'>): boolean =>
  acceptedAt !== null || handedBackAt !== null;
