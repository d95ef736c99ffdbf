/** The session ends at the server while the card of a request is used. */
import { describe, expect, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { anydeskPath, cancelPath } from '../../../tests/support/request-paths.ts';
import { outOfSightText } from '../access/out-of-sight.ts';
import { lostText } from '../screen/lost-text.ts';
import { stream, withRequest } from '../testing/portal.ts';
import { type Asked, aRequest, json, requestId } from '../testing/server.ts';

const cancel = `POST ${cancelPath(requestId)}`;
const anydesk = `POST ${anydeskPath(requestId)}`;
const closing = { as: 'cancelled', at: '2026-11-20T21:05:00.000Z', endsAt: '2026-11-20T21:06:00.000Z' } as const;

/** Answers as the server does once the session has ended: only the request's own token is taken. */
const onlyByViewToken = (answer: () => Response) => (asked: Asked) =>
  asked.headers.get('authorization') === 'Bearer view-token' ? answer() : refuse(401, 'locked');

describe('R731 what is pressed on the card when the session has ended', () => {
  test('is done by the request’s own token, and the portal locks', async () => {
    const { server, portal, state, request, calls } = await withRequest();
    server.answers(
      cancel,
      onlyByViewToken(() => json(aRequest({ version: 2, closing }))),
    );
    expect(await portal.cancelRequest()).toEqual({ kind: 'done' });
    expect(state()).toMatchObject({ status: 'locked', form: { status: 'closed', reason: 'session ended' } });
    expect(request()).toMatchObject({ status: 'known', view: { closing } });
    expect(calls(cancel)).toHaveLength(2);
  });

  test('is done once: an address is not given again by a later press', async () => {
    const { server, portal, calls } = await withRequest();
    server.answers(
      anydesk,
      onlyByViewToken(() => json(aRequest({ version: 2, anydesk: '123456789' }))),
    );
    expect(await portal.giveAnydesk('123456789')).toEqual({ kind: 'done' });
    expect(calls(anydesk).map(({ body }) => body)).toEqual([
      { address: '123456789', seen: 1 },
      { address: '123456789', seen: 1 },
    ]);
  });

  test('R1172 that has cancelled and is in its minute says so when its code has ended', async () => {
    const { server, portal, state } = await withRequest();
    server.answers(cancel, json(aRequest({ version: 2, closing })));
    await portal.cancelRequest();
    server.answers(stream, refuse(401, 'locked'));
    portal.renew();
    const cancelled = 'Request BX-0000-0001 was cancelled. It can no longer be taken back here.';
    await vi.waitFor(() => expect(state()).toMatchObject({ status: 'locked', request: { status: 'none' } }));
    expect(state().outOfSight.map(outOfSightText)).toEqual([cancelled]);
    expect(state().outOfSight.map(lostText)).toEqual([cancelled]);
  });

  test('R1204 that gets no answer opens the stream anew', async () => {
    const { server, portal, calls } = await withRequest();
    server.answers(cancel, 'cut');
    const streams = calls(stream).length;
    expect(await portal.cancelRequest()).toEqual({ kind: 'failed' });
    await vi.waitFor(() => expect(calls(stream).length).toBeGreaterThan(streams));
  });

  test('is said to have failed when the code has ended as well', async () => {
    const { server, portal, state, calls } = await withRequest();
    server.answers(cancel, refuse(401, 'locked'));
    expect(await portal.cancelRequest()).toEqual({ kind: 'failed' });
    await vi.waitFor(() => expect(state().outOfSight).toMatchObject([{ id: requestId }]));
    expect(calls(cancel)).toHaveLength(2);
  });
});
