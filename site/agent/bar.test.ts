import { describe, expect, test } from 'vitest';
import type { AgentView } from '#contract/agent-endpoints.ts';
import { type Action, actionsOf, type Place, placeOf, type Question, questionAfter } from './bar.ts';

const now = '2026-11-20T21:10:00.000Z';
const later = '2026-11-20T21:11:00.000Z';
const free = {
  acceptedAt: null,
  connectedAt: null,
  mine: false,
  closing: null,
  declinedAt: null,
  lateAt: null,
  takeBackUntil: null,
  serverNow: now,
} satisfies Partial<AgentView>;
type Standing = Parameters<typeof actionsOf>[0];

const mine = { ...free, acceptedAt: now, mine: true, lateAt: later } satisfies Standing;
const standings = {
  free,
  declined: { ...free, declinedAt: now },
  mine,
  late: { ...mine, lateAt: now },
  connected: { ...mine, connectedAt: now, lateAt: null, takeBackUntil: later },
  'connected for long': { ...mine, connectedAt: now, lateAt: null },
  closing: { ...mine, closing: { as: 'done', at: now, endsAt: later }, takeBackUntil: later },
  cancelled: { ...mine, closing: { as: 'cancelled', at: now, endsAt: later } },
  taken: { ...mine, mine: false },
  'taken and late': { ...mine, mine: false, lateAt: now },
} satisfies Record<string, Standing>;
type Name = keyof typeof standings;

/** What each press leads to, when it is taken at once. */
const leadsTo: Partial<Record<Action, readonly Name[]>> = {
  accept: ['mine', 'taken'],
  decline: ['declined', 'taken'],
  'take-over': ['mine', 'taken'],
  connected: ['connected'],
  'undo-connected': ['mine', 'late'],
  'hand-back': ['declined', 'taken'],
  done: ['closing', 'cancelled'],
  'undo-done': ['mine', 'late', 'connected', 'connected for long'],
};

/** Whether two places overlap. */
const overlap = (one: Place, other: Place): boolean =>
  one.row === other.row && one.from <= other.to && other.from <= one.to;

const questions: readonly (Question | undefined)[] = [undefined, 'done', 'hand-back'];
const actionsIn = (name: Name, question?: Question) => actionsOf(standings[name], question);

describe('R35 the actions of an agent’s page', () => {
  test('are those that the request stands for', () => {
    const all = Object.fromEntries((Object.keys(standings) as Name[]).map((name) => [name, actionsIn(name)]));
    expect(all).toEqual({
      free: ['accept', 'decline'],
      declined: ['accept'],
      mine: ['connected', 'ask-done', 'ask-hand-back'],
      late: ['connected', 'ask-done', 'ask-hand-back'],
      connected: ['ask-done', 'undo-connected', 'ask-hand-back'],
      'connected for long': ['ask-done', 'ask-hand-back'],
      closing: ['undo-done'],
      cancelled: [],
      taken: [],
      'taken and late': ['take-over'],
    });
    expect(actionsIn('mine', 'done')).toEqual(['done', 'back']);
    expect(actionsIn('connected', 'hand-back')).toEqual(['hand-back', 'back']);
  });

  test('never lie one over the other', () => {
    for (const name of Object.keys(standings) as Name[]) {
      for (const question of questions) {
        const actions = actionsIn(name, question);
        for (const [index, action] of actions.entries()) {
          for (const other of actions.slice(index + 1)) {
            expect(overlap(placeOf[action], placeOf[other]), `${action} and ${other}`).toBe(false);
          }
        }
      }
    }
  });

  test('that a press leads to are never where the press was', () => {
    let looked = 0;
    for (const name of Object.keys(standings) as Name[]) {
      for (const question of questions) {
        for (const pressed of actionsIn(name, question)) {
          const asked = questionAfter(pressed, question);
          for (const after of leadsTo[pressed] ?? [name]) {
            for (const next of actionsIn(after, asked)) {
              if (next === pressed) continue;
              looked += 1;
              expect(overlap(placeOf[pressed], placeOf[next]), `${pressed} in ${name}, then ${next}`).toBe(false);
            }
          }
        }
      }
    }
    expect(looked).toBeGreaterThan(20);
  });
});
