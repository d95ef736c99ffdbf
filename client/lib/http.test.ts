import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { exchange, type Fetch } from './exchange.ts';
import { call } from './http.ts';
import { refuse } from './testing/refusal.ts';

const counted = endpoint('POST', '/api/things/:id/parts', {
  summary: 'Count the parts of a thing',
  body: z.object({ of: z.string() }),
  responses: { 200: z.object({ count: z.number() }), 409: z.object({ since: z.string() }) },
  refusals: {
    deadToken: { status: 401, text: 'Sign in again' },
    wrongPart: { status: 422, text: 'There is no such part' },
    wrongThing: { status: 422, text: 'There is no such thing' },
  },
});
const input = { params: { id: 'a/b' }, body: { of: 'x' }, token: 't' };

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A `fetch` that gives every call the same response and records the calls. */
function fakeFetch(respond: (init: RequestInit) => Promise<Response> | Response): { fetch: Fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init });
    return respond(init);
  };
  return { fetch, sent };
}
const respondWith = (body: string, init?: ResponseInit) => fakeFetch(() => new Response(body, init)).fetch;

/** A response that never comes: the call ends only with its signal. */
const silence = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

describe('a call of an endpoint', () => {
  it('has the method, the path with its parameters, the token and the body as JSON', async () => {
    const { fetch, sent } = fakeFetch(() => new Response('{"count":2}'));
    expect(await call(fetch, counted, input)).toEqual({ kind: 'ok', status: 200, value: { count: 2 } });
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      url: '/api/things/a%2Fb/parts',
      init: {
        method: 'POST',
        headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
        body: '{"of":"x"}',
        cache: 'no-store',
      },
    });
  });

  it('R587 reads each status by its own schema, and calls one that came too late by another name than a success', async () => {
    const answered = await call(respondWith('{"since":"noon"}', { status: 409 }), counted, input);
    expect(answered).toEqual({ kind: 'late', status: 409, value: { since: 'noon' } });
  });

  it.each([
    ['is no JSON', '<html>'],
    ['does not fit the schema', '{"count":"two"}'],
    ['is empty', ''],
  ])('is unreachable when the response %s', async (_, body) => {
    expect(await call(respondWith(body), counted, input)).toEqual({ kind: 'unreachable' });
  });

  it('is unreachable when the response has a status that says neither yes nor no', async () => {
    expect(await call(respondWith('{"count":2}', { status: 203 }), counted, input)).toEqual({ kind: 'unreachable' });
  });

  it.each([
    [401, 'whatever', 'deadToken'],
    [422, 'There is no such thing', 'wrongThing'],
    [422, 'Words of another version', 'wrongPart'],
    [429, 'Too Many Requests', 'tooMany'],
    [418, 'a teapot', undefined],
  ])('is refused by name: %i %s', async (status, text, name) => {
    const { fetch } = fakeFetch(() => refuse(status, text, { 'retry-after': '7' }));
    expect(await call(fetch, counted, input)).toEqual({ kind: 'refused', name, status, text, retryAfterMs: 7000 });
  });

  it.each([
    [401, '<h1>Sign in to Harbor Guest</h1>'],
    [404, '404 page not found'],
    [422, ''],
  ])('R350 is unreachable when something in between refuses without our mark: %i %s', async (status, text) => {
    const { fetch } = fakeFetch(() => new Response(text, { status, headers: { 'boxline-refusal': '400' } }));
    expect(await call(fetch, counted, input)).toEqual({ kind: 'unreachable', foreign: { status, text } });
  });

  it('R350 is refused by our words alone, as a server of an earlier version writes them', async () => {
    const text = 'There is no such thing';
    expect(await call(respondWith(text, { status: 422 }), counted, input)).toMatchObject({ name: 'wrongThing' });
  });

  it('waits for no time that the server did not name in seconds', async () => {
    const { fetch } = fakeFetch(() => refuse(429, '', { 'retry-after': 'Fri, 31 Dec 2027 23:59:59 GMT' }));
    expect(await call(fetch, counted, input)).toMatchObject({ retryAfterMs: 0 });
  });

  it('ends when it is aborted, and when no response comes in time', async () => {
    const { fetch } = fakeFetch(silence);
    const leaving = new AbortController();
    const left = call(fetch, counted, { ...input, signal: leaving.signal });
    leaving.abort();
    expect(await left).toEqual({ kind: 'unreachable' });
    expect(await call(fetch, counted, { ...input, timeoutMs: 1 })).toEqual({ kind: 'unreachable' });
  });
});

describe('an exchange', () => {
  it('gives any response as it came, and nothing when there was none', async () => {
    expect(await exchange(respondWith('busy', { status: 503 }), '/x')).toEqual({
      status: 503,
      text: 'busy',
      retryAfterMs: 0,
      isOurRefusal: false,
    });
    const gone: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await exchange(gone, '/x')).toBeUndefined();
  });
});
