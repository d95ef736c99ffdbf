import { describe, expect, test, vi } from 'vitest';
import { refuse } from '#client/lib/testing/refusal.ts';
import { anydeskPath, cancelPath } from '../../../tests/support/request-paths.ts';
import type { PortalEnv } from '../env.ts';
import { code, current, setUp, stream, withRequest } from '../testing/portal.ts';
import { type Asked, aRequest, json, loadScreen, requestId, stillClocks } from '../testing/server.ts';

const cancel = `POST ${cancelPath(requestId)}`;
const anydesk = `POST ${anydeskPath(requestId)}`;

/** Answers as the server does once a copy of this tab, with another session of the same code, has taken the request over. */
const onlyByViewToken = (answer: () => Response) => (asked: Asked) =>
  asked.headers.get('authorization') === 'Bearer view-token' ? answer() : refuse(404, 'no such request');

const closing = { as: 'cancelled', at: '2026-11-20T21:05:00.000Z', endsAt: '2026-11-20T21:06:00.000Z' } as const;

/** A tab whose session no longer has the request. */
async function moved() {
  const made = await withRequest();
  made.server.answers(current, json(null));
  return made;
}

describe('R623 a request that went on in a session of a copy of the tab', () => {
  test('is cancelled, and gets its AnyDesk address, by its own token', async () => {
    const { server, portal, request, calls } = await moved();
    server.answers(
      anydesk,
      onlyByViewToken(() => json(aRequest({ version: 2, anydesk: '123456789' }))),
    );
    server.answers(
      cancel,
      onlyByViewToken(() => json(aRequest({ version: 3, closing }))),
    );
    expect(await portal.giveAnydesk('123456789')).toEqual({ kind: 'done' });
    expect(await portal.cancelRequest()).toEqual({ kind: 'done' });
    expect(request()).toMatchObject({ status: 'known', view: { version: 3, closing } });
    expect(calls(cancel)).toHaveLength(1);
  });

  test('stays on the card when its stream is opened again', async () => {
    const { server, portal, request, calls } = await moved();
    const before = calls(stream).length;
    server.answers(
      stream,
      onlyByViewToken(() => new Response(null, { status: 503 })),
    );
    portal.renew();
    await vi.waitFor(() => expect(calls(stream).length).toBeGreaterThan(before + 1));
    expect(request()).toMatchObject({ status: 'known', view: { id: requestId } });
  });

  test('is put away when its own token shows it no more either', async () => {
    const { server, portal, request } = await moved();
    server.answers(stream, refuse(404, 'no such request'));
    portal.renew();
    await vi.waitFor(() => expect(request().status).not.toBe('known'));
  });
});

test('R661 a request that the server lists and shows by neither token is looked for with a pause', async () => {
  const sleep = vi.fn<PortalEnv['sleep']>(
    (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
  );
  const { server, portal, calls } = setUp(undefined, { clocks: stillClocks, sleep });
  server.answers(current, json({ request: aRequest(), viewToken: 'view-token' }));
  server.answers(stream, refuse(404, 'no such request'));
  await portal.submitCode(() => code, loadScreen);
  await vi.waitFor(() => expect(calls(stream).length).toBeGreaterThan(1));
  await vi.waitFor(() => expect(sleep).toHaveBeenCalled());
  expect(calls(current)).toHaveLength(1);
});
