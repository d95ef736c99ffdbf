/**
 * The bar of actions of an agent's page: which buttons there are, and where. Each action has a fixed place of its own, so
 * that a press never brings a new button under the same thumb (docs/decisions/0019). Pure.
 */
import type { AgentStep } from '#contract/agent.ts';
import type { AgentView } from '#contract/agent-endpoints.ts';

/** A question that is asked before a step is taken. */
export type Question = 'done' | 'hand-back';

/** A button of the bar: a step, a button that opens a question, or the one that closes it. */
export type Action = AgentStep | 'ask-done' | 'ask-hand-back' | 'back';

/** Columns of the bar, from 1 to 3, the last one included, and its row. */
export interface Place {
  readonly row: 1 | 2;
  readonly from: 1 | 2 | 3;
  readonly to: 1 | 2 | 3;
}

/** The place from one column to another in a row. */
export const at = (row: Place['row'], from: Place['from'], to: Place['to'] = from): Place => ({ row, from, to });

export const placeOf: Record<Action, Place> = {
  accept: at(1, 1),
  connected: at(1, 2),
  'ask-done': at(1, 3),
  done: at(1, 1, 2),
  'hand-back': at(1, 2, 3),
  decline: at(2, 1),
  back: at(2, 1),
  'undo-connected': at(2, 2),
  'undo-done': at(2, 1),
  'take-over': at(2, 2),
  'ask-hand-back': at(2, 3),
};

type Standing = Pick<
  AgentView,
  'acceptedAt' | 'connectedAt' | 'mine' | 'closing' | 'declinedAt' | 'lateAt' | 'takeBackUntil' | 'serverNow'
>;

/** Whether the agent who has the request did not connect in time, by the server's clock. */
export const isLateNow = ({ lateAt, serverNow }: Pick<AgentView, 'lateAt' | 'serverNow'>): boolean =>
  lateAt !== null && Date.parse(serverNow) >= Date.parse(lateAt);

/** The open question; `undefined` when it can no longer be answered. */
export const openQuestion = ({ mine, closing }: Pick<AgentView, 'mine' | 'closing'>, question: Question | undefined) =>
  mine && closing === null ? question : undefined;

/** What the agent can do now, the next step first. */
export function actionsOf(view: Standing, question: Question | undefined): readonly Action[] {
  const { acceptedAt, connectedAt, mine, closing, declinedAt, takeBackUntil } = view;
  if (closing !== null) return mine && closing.as === 'done' ? ['undo-done'] : [];
  if (acceptedAt === null) return declinedAt === null ? ['accept', 'decline'] : ['accept'];
  if (!mine) return isLateNow(view) ? ['take-over'] : [];
  if (question !== undefined) return [question, 'back'];
  if (connectedAt === null) return ['connected', 'ask-done', 'ask-hand-back'];
  return ['ask-done', ...(takeBackUntil === null ? [] : (['undo-connected'] as const)), 'ask-hand-back'];
}

/** The question that is open after a press; `undefined` for none. */
export function questionAfter(action: Action, question: Question | undefined): Question | undefined {
  if (action === 'ask-done') return 'done';
  if (action === 'ask-hand-back') return 'hand-back';
  // The question stays open, so that a step that did not arrive can be sent again with what was typed.
  return action === question ? question : undefined;
}
