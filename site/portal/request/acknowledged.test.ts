import { expect, test, vi } from 'vitest';
import { sendSmsPath } from '#contract/agent-request.ts';
import { code, current, setUp, stream } from '../testing/portal.ts';
import { anInput, aRequest, asEvents, json, loadScreen, requestId, testPortal } from '../testing/server.ts';

const press = `POST ${sendSmsPath}`;
const view = { id: requestId, viewToken: 'view-token' };

/** A portal whose request was taken, and whose server has answered nothing since. */
async function withTaken(taken: object) {
  const made = setUp();
  made.server.answers(press, json(taken));
  made.portal.openAccessForm();
  await made.portal.submitCode(() => code, loadScreen);
  made.server.answers(current, 'cut');
  expect(await made.portal.createRequest(anInput)).toMatchObject({ kind: 'sent' });
  made.portal.showNewRequest();
  return made;
}

test('R728 a press asks for the view token of its request', async () => {
  const { calls } = await withTaken({ success: true, view });
  expect(calls(press)[0]?.body).toMatchObject({ with_view: true });
});

test.each([
  ['left', 'leavePage'],
  ['loaded again', 'leaveDocument'],
] as const)(
  'R728 a request that was taken is on the card after its page was %s before the server answered anything else',
  async (_, leave) => {
    const { server, storage, portal } = await withTaken({ success: true, view });
    portal[leave]();
    server.answers(stream, new Response('', asEvents));
    server.answers(`GET /api/portal/requests/${requestId}`, ({ headers }) =>
      headers.get('authorization') === 'Bearer view-token' ? json(aRequest()) : json('', 401),
    );
    const next = leave === 'leavePage' ? portal : testPortal(server, { storage });
    next.enterPage();
    await vi.waitFor(() =>
      expect(next.store.get().request).toMatchObject({ status: 'known', view: { id: requestId } }),
    );
    next.leavePage();
  },
);

test('R728 a request that was taken in a portal that was left is beside what the next person there has', async () => {
  const { server, portal } = setUp();
  let take: (response: Response) => void = () => undefined;
  server.answers(press, () => new Promise<Response>((resolve) => (take = resolve)));
  portal.openAccessForm();
  await portal.submitCode(() => code, loadScreen);
  server.answers(current, 'cut');
  const asked = portal.createRequest(anInput);
  portal.lock();
  take(json({ success: true, view }));
  await vi.waitFor(() => expect(portal.viewToken()).toEqual(view));
  server.answers(current, json(null));
  expect(await asked).toEqual({ kind: 'left' });
});

test('R728 without the token, as a server of the version before answers, the request is looked for', async () => {
  const { server, portal, request } = await withTaken({ success: true });
  expect(portal.viewToken()).toBeUndefined();
  server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
  await vi.waitFor(() => expect(request()).toMatchObject({ status: 'known' }));
});
