/** The portal stays open with a request that is over on the card, and its person looks at the portal again. */
import { describe, expect, test, vi } from 'vitest';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import { requestEventsPath, requestPath } from '../../../tests/support/request-paths.ts';
import { current, look, stream, withRequest } from '../testing/portal.ts';
import { aRequest, aSession, asEvents, json, requestId } from '../testing/server.ts';

const closed = aRequest({ version: 5, state: 'done', acceptedBy: 'Tamsin', endedAt: '2026-11-20T21:10:00.000Z' });
const openedAgain = aRequest({
  version: 7,
  state: 'accepted',
  acceptedAt: '2026-11-20T21:12:00.000Z',
  acceptedBy: 'Tamsin',
  words: ['cedar', 'stone'],
});
const otherId = '0b0e7b66-6f0f-4b39-9b6e-6a9f5c1f0a02';
const colleagues = aRequest({ id: otherId, reference: 'BX-0000-0002', createdAt: '2026-11-20T21:11:00.000Z' });

/** An open portal whose request was closed by its agent. Nobody has put the card away. */
async function withClosedRequest() {
  const made = await withRequest();
  const { server, portal, request, storage } = made;
  server.answers(stream, () => new Response(`event: request\ndata: ${JSON.stringify(closed)}\n\n`, asEvents));
  portal.renew();
  await vi.waitFor(() => expect(request()).toMatchObject({ view: { state: 'done' } }));
  expect(storage.kept.size).toBe(0);
  const { token: _, ...session } = aSession();
  server.answers(look, json(session));
  const never = () => new Promise<Response>(() => undefined);
  for (const id of [requestId, otherId]) server.answers(`GET ${requestEventsPath(id)}`, never);
  server.answers(`GET ${requestPath(otherId)}`, json(colleagues));
  const finds = (view: RequestView | null) =>
    server.answers(current, json(view && { request: view, viewToken: `token-of-${view.id}` }));
  return { ...made, finds };
}

describe('R737 a card that is over', () => {
  test('goes on when the desk has opened its request again', async () => {
    const { portal, request, finds, storage, calls } = await withClosedRequest();
    finds(openedAgain);
    await portal.refreshSession();
    await vi.waitFor(() => expect(request()).toMatchObject({ view: { state: 'accepted', words: ['cedar', 'stone'] } }));
    expect(storage.kept.get('boxline.request')).toContain(`token-of-${requestId}`);
    // It is followed again.
    await vi.waitFor(() => expect(calls(stream).length).toBeGreaterThan(2));
  });

  test('stays until it was put away, with a request beside it that a colleague made on another device', async () => {
    const { portal, state, request, finds } = await withClosedRequest();
    finds(colleagues);
    await portal.refreshSession();
    await vi.waitFor(() => expect(state().beside).toMatchObject([{ id: otherId }]));
    expect(request()).toMatchObject({ view: { id: requestId, state: 'done' } });
    portal.dismissRequest();
    await vi.waitFor(() => expect(request()).toMatchObject({ view: { id: otherId } }));
    expect(state().beside).toEqual([]);
  });

  test('stays when the session has no other request', async () => {
    const { portal, request, finds, calls } = await withClosedRequest();
    finds(null);
    const before = calls(current).length;
    await portal.refreshSession();
    await vi.waitFor(() => expect(calls(current)).toHaveLength(before + 1));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(request()).toMatchObject({ view: { id: requestId, state: 'done' } });
  });
});
