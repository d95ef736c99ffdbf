/** A press that nobody answered stands in the socket of a server that stood still, and arrives after the server was asked for it. */
import { expect, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { code, current, setUp } from '../testing/portal.ts';
import { anInput, aRequest, json, loadScreen, requestId } from '../testing/server.ts';

const press = 'POST /functions/v1/send-sms';
const arrived = json({ request: aRequest(), viewToken: 'view-token' });

async function opened() {
  const made = setUp();
  await made.portal.submitCode(() => code, loadScreen);
  await vi.waitFor(() => expect(made.calls(current)).toHaveLength(1));
  return made;
}

test('R989 a press without an answer that arrives after the server was asked for it still shows its card', async () => {
  const { portal, server, request, storage } = await opened();
  server.answers(press, 'cut');
  server.answers(current, json(null), json(null), json(null), arrived);
  expect(await portal.createRequest(anInput)).toEqual({ kind: 'failed' });
  await vi.waitFor(() => expect(request()).toMatchObject({ status: 'known', view: { id: requestId } }));
  expect(storage.kept.get('boxline.request')).toContain('view-token');
});

test('R989 the server is asked no more for a press that it has refused, or once the portal is locked', async () => {
  const { portal, server, calls } = await opened();
  const isQuiet = async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const before = calls(current).length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls(current)).toHaveLength(before);
  };
  server.answers(press, refuse(429, 'Too many requests'));
  expect(await portal.createRequest(anInput)).toEqual({ kind: 'failed' });
  await isQuiet();
  server.answers(press, 'cut');
  expect(await portal.createRequest({ ...anInput, additionalInfo: 'GAP' })).toEqual({ kind: 'failed' });
  await vi.waitFor(() => expect(calls(current).length).toBeGreaterThan(6));
  portal.leaveDocument();
  await isQuiet();
});
