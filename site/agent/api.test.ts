import { expect, test } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import type { EndedView } from '#contract/agent-endpoints.ts';
import { callAgentApi } from './api.ts';
import { aView } from './testing.ts';

const view = aView({ state: 'accepted', acceptedAt: '2026-11-20T21:04:19.000Z', acceptedBy: 'Marlow Finch' });
const ended: EndedView = {
  reference: 'BX-0000-0001',
  state: 'cancelled',
  endedAt: '2026-11-20T21:05:00.000Z',
  acceptedBy: null,
  mine: false,
  disposition: null,
};

/** What a step comes to when the server responds so. */
const accepting = (status: number, body: string) =>
  callAgentApi(async () => (status < 500 ? refuse(status, body) : new Response(body, { status })), {
    token: 'token',
    step: 'accept',
    signal: new AbortController().signal,
  });

test('R24 an agent who comes second reads who has the request', async () => {
  expect(await accepting(409, JSON.stringify(view))).toEqual({ kind: 'view', view, taken: false });
});

test('R24 a request that is over, a link that is none and an answer that is none are told apart', async () => {
  expect(await accepting(410, JSON.stringify(ended))).toEqual({ kind: 'ended', ended });
  expect(await accepting(401, 'This link is not valid.')).toEqual({ kind: 'dead' });
  for (const [status, body] of [
    [502, 'Bad Gateway'],
    [200, '<!doctype html>'],
    [200, '{}'],
    [410, JSON.stringify(view)],
  ] as const) {
    expect(await accepting(status, body)).toEqual({ kind: 'silent' });
  }
});
