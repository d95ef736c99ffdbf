/** What sign-in, sessions, ringing and presence ask of a database with a long history: an index bounds all of it. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { fromDesk, startDesk } from '../../tests/support/desk.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { analyze, hearQueries, insertMany, statementsReadingWhole } from '../../tests/support/heard-queries.ts';

const rows = 6000;
const hourMs = 3_600_000;

/** The tables that grow with every sign-in, ring and change. Those of people and of what stands now stay short. */
const growing = [
  'staff_sessions',
  'staff_devices',
  'staff_links',
  'staff_notices',
  'staff_used_challenges',
  'rings',
  'ring_people',
  'presence_changes',
  'desk_changes',
];

/** Indexes that hold what is open alone. */
const openOnly = /_(open|waiting|unended|unused)$/;

eachEngineAlways((under) => {
  test('R50 no look at a session, a ring or presence reads a table that grows from end to end', {
    timeout: 120_000,
  }, async () => {
    const quiet = await under.openStorage();
    const heard = hearQueries(quiet);
    const server = await startDesk(under, { ON_SHIFT: '' }, { storage: heard.storage });
    const { context, desk, signInAs, addPerson, sessionFor, shared, ask } = server;
    const nowMs = context.now().getTime();
    const at = (n: number) => new Date(nowMs - (rows - n) * hourMs).toISOString();
    const people = await Promise.all(Array.from({ length: 20 }, async () => (await addPerson('agent')).id));
    const personOf = (n: number) => people[n % people.length] ?? '';
    const requestId = await ask(await sessionFor(shared.code));
    await insertMany(
      quiet,
      'staff_devices',
      rows,
      (n) =>
        ({
          id: `device ${n}`,
          person_id: personOf(n),
          created_at: at(n),
          used_at: at(n),
        }) as const,
    );
    await insertMany(
      quiet,
      'staff_sessions',
      rows,
      (n) =>
        ({
          id: `session ${n}`,
          token_hash: `hash ${n}`,
          // A session that began with a passkey alone has never had another token.
          replaced_hash: n % 3 ? `replaced hash ${n}` : null,
          person_id: personOf(n),
          stage: 'signed-in',
          role: 'agent',
          device: 'Firefox on Linux',
          created_at: at(n),
          expires_at: at(n),
          active_at: at(n),
          ended_at: n % 3 ? at(n) : null,
        }) as const,
    );
    await insertMany(
      quiet,
      'staff_links',
      rows,
      (n) =>
        ({
          id: `link ${n}`,
          kind: 'device',
          token_hash: `link hash ${n}`,
          person_id: personOf(n),
          created_at: at(n),
          expires_at: at(n),
        }) as const,
    );
    await insertMany(
      quiet,
      'staff_notices',
      rows,
      (n) =>
        ({
          id: `notice ${n}`,
          kind: 'new-device',
          person_id: personOf(n),
          about_id: personOf(n),
          device: 'Firefox on Linux',
          created_at: at(n),
        }) as const,
    );
    await insertMany(
      quiet,
      'staff_used_challenges',
      rows,
      (n) => ({ hash: `challenge ${n}`, expires_at: at(n) }) as const,
    );
    await insertMany(
      quiet,
      'rings',
      rows,
      (n) =>
        ({
          id: `ring ${n}`,
          request_id: requestId,
          asked_at: at(n),
          stage: 1,
          stage_at: at(n),
          ended_at: at(n),
          ended_as: 'over',
        }) as const,
    );
    await insertMany(
      quiet,
      'ring_people',
      rows,
      (n) =>
        ({
          ring_id: `ring ${n}`,
          person_id: personOf(n),
          stage: 1,
          rung_at: at(n),
          pushed_at: at(n),
          stopped_at: at(n),
        }) as const,
    );
    await insertMany(
      quiet,
      'presence_changes',
      rows,
      (n) => ({ person_id: personOf(n), state: 'away', at: at(n), cause: 'person' }) as const,
    );
    await insertMany(quiet, 'desk_changes', rows, () => ({ topic: 'board', about: mintId() }) as const);
    await analyze(quiet);

    const { cookie, sessionId, personId } = await signInAs('agent');
    heard.clear();
    const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await desk(method, `/api/desk/${path}`, { cookie, ...(body && { body }) })).status;
    expect(await call('GET', 'session')).toBe(200);
    expect(await call('GET', 'account/sessions')).toBe(200);
    expect(await call('GET', 'presence')).toBe(200);
    expect(await call('POST', 'presence', { presence: 'available' })).toBe(200);
    await context.ringing.look();
    expect(await call('GET', 'rings')).toBe(200);
    expect(await call('POST', `rings/${requestId}/seen`, { stage: 1 })).toBe(200);
    expect(await call('GET', 'board')).toBe(200);
    expect(await context.signIn.openSessionIds([sessionId, 'session 9'])).toEqual(new Set([sessionId]));
    expect(await call('POST', 'session/lock', {})).toBeLessThan(500);
    await context.signIn.sessions.leave('a token', { sessionId });
    const wrong = { mail: `${personId}@boxline.example`, password: 'violet tractor hums at dawn' };
    const signIn = { method: 'POST', url: '/api/desk/session/sign-in', headers: fromDesk } as const;
    expect((await server.app.inject({ ...signIn, payload: JSON.stringify(wrong) })).statusCode).toBeLessThan(500);

    const queries = heard.queries();
    expect(queries.length).toBeGreaterThan(20);
    const mayReadWhole = (index: string) => openOnly.test(index);
    expect(await statementsReadingWhole(quiet, queries, { growing, mayReadWhole })).toEqual([]);
  });
});
