/** A press that nobody answered stands in the socket of a server that stood still, and arrives after the server was asked for it. */
import { expect, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { sendSmsRefusals } from '#contract/agent-request.ts';
import { code, current, setUp, stream } from '../testing/portal.ts';
import { anInput, aRequest, json, loadScreen, noPause, requestId } from '../testing/server.ts';

const press = 'POST /functions/v1/send-sms';
const arrived = json({ request: aRequest(), viewToken: 'view-token' });

async function opened() {
  const made = setUp();
  await made.portal.submitCode(() => code, loadScreen);
  await vi.waitFor(() => expect(made.calls(current)).toHaveLength(1));
  return made;
}

/** Lets many pauses of the portal pass. One that still looks for a press asks the server after nearly each of them. */
async function passPauses(): Promise<void> {
  const { signal } = new AbortController();
  for (let pause = 0; pause < 40; pause += 1) await noPause(0, signal);
}

/** Checks that the server is asked no more, once what was under way has ended. */
const isQuiet = async (asked: () => number) => {
  await passPauses();
  const before = asked();
  await passPauses();
  expect(asked()).toBe(before);
};

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
  const asked = () => calls(current).length;
  const switchedOff = json({ success: false, error: sendSmsRefusals.switchedOff });
  for (const refusal of [refuse(429, 'Too many requests'), switchedOff]) {
    server.answers(press, refusal);
    expect(await portal.createRequest(anInput)).toEqual({ kind: 'failed' });
    await isQuiet(asked);
  }
  server.answers(press, 'cut');
  expect(await portal.createRequest({ ...anInput, additionalInfo: 'GAP' })).toEqual({ kind: 'failed' });
  const before = asked();
  await passPauses();
  expect(asked() - before, 'in the pauses in which it is quiet otherwise').toBeGreaterThan(6);
  portal.leaveDocument();
  await isQuiet(asked);
});

test('R989 once the press was found, the server is asked no more, also when its request ends and is put away', async () => {
  const { portal, server, request, calls } = await opened();
  const asked = () => calls(current).length;
  server.answers(press, 'cut');
  server.answers(current, json(null), json(null), arrived, json(null));
  server.answers(stream, json(aRequest({ state: 'expired', version: 2 })));
  await portal.createRequest(anInput);
  await vi.waitFor(() => expect(request()).toMatchObject({ status: 'known', view: { id: requestId } }));
  expect(portal.arrivedLate.get()).toBe(anInput);
  await isQuiet(asked);
  portal.dismissRequest();
  await vi.waitFor(() => expect(request()).toEqual({ status: 'none' }));
  await isQuiet(asked);
});

test('R1067 the press that arrives late is named by its answers, not by those of a later press that was refused', async () => {
  const { portal, server } = await opened();
  server.answers(press, 'cut', refuse(429, 'Too many requests'));
  server.answers(current, json(null), json(null), json(null), json(null), json(null), arrived);
  await portal.createRequest(anInput);
  await portal.createRequest({ ...anInput, additionalInfo: 'GAP' });
  await vi.waitFor(() => expect(portal.arrivedLate.get()).toBe(anInput));
});

test('R989 a press without an answer is looked for while another request is on the card, which is followed on as it is', async () => {
  const late = '0b0e7b66-6f0f-4b39-9b6e-6a9f5c1f0a02';
  const { portal, server, request, state, calls } = setUp(undefined, undefined, { mintId: () => late });
  const running = { request: aRequest(), viewToken: 'view-token' };
  const beside = { request: aRequest({ id: late, reference: 'BX-0000-0002' }), viewToken: 'late-token' };
  server.answers(press, 'cut');
  server.answers(
    current,
    json(running),
    json(running),
    json(running),
    json(running),
    json({ ...running, beside: [beside] }),
  );
  await portal.submitCode(() => code, loadScreen);
  await vi.waitFor(() => expect(request()).toMatchObject({ status: 'known', view: { id: requestId } }));
  expect(await portal.createRequest({ ...anInput, additionalInfo: 'GAP' })).toEqual({ kind: 'failed' });
  await vi.waitFor(() => expect(state().beside.map(({ id }) => id)).toEqual([late]));
  // Once when the portal was opened, and once when it was looked for first.
  expect(calls(stream)).toHaveLength(2);
  await isQuiet(() => calls(current).length);
});
