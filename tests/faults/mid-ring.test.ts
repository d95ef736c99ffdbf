/** A server that dies in the middle of a ring. Another server, or the same one started again, continues the ring. */
import { expect, onTestFinished, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { eachEngine } from '../support/each-engine.ts';
import { staffOf } from '../support/staff.ts';
import { portalLimits, pressAt, sessionAt, switchOn } from './support/portal.ts';
import { startAt } from './support/servers.ts';

const rounds = 2;
/** A stage lasts a minute. The test moves the start of the wait back and does not wait. */
const minuteMs = 60_000;

eachEngine(({ newPlace, openStorage, engine }) => {
  test('R152 a process killed in mid-ring loses no ring, and rings nobody twice for a stage that they have seen', {
    timeout: 240_000,
  }, async () => {
    const place = await newPlace({ empty: true });
    const env = { ...portalLimits, ON_SHIFT: '' };
    let server = await startAt(place, env);
    // Only PostgreSQL has a second server on the same database.
    let replica = engine === 'postgres' ? await startAt(place, env) : undefined;
    const storage = await openStorage(place);
    await switchOn(storage);
    const context = createContext(readConfig({ ...place.env, PUBLIC_URL: 'http://desk.example' }));
    onTestFinished(() => context.storage.close());
    const { signInAs } = staffOf(context);
    const [ada, bo] = [await signInAs('agent', { name: 'Ada' }), await signInAs('agent', { name: 'Bo' })];
    const { db } = storage;

    async function desk(url: string, cookie: string, path: string, body?: object): Promise<unknown> {
      const answer = await fetch(url.replace('127.0.0.1', 'localhost') + path, {
        method: body ? 'POST' : 'GET',
        headers: { cookie, 'sec-fetch-site': 'same-origin', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      expect(answer.status, path).toBe(200);
      return answer.json();
    }
    const ringsOf = async (url: string, { cookie }: typeof ada): Promise<string[]> => {
      const { rings } = (await desk(url, cookie, '/api/desk/rings')) as {
        rings: { requestId: string; stage: number }[];
      };
      return rings.map(({ requestId, stage }) => `${requestId} ${stage}`);
    };
    const rungRows = (id: string) =>
      db
        .selectFrom('ring_people')
        .innerJoin('rings', 'rings.id', 'ring_people.ring_id')
        .select(['person_id', 'ring_people.stage', 'seen_at', 'rung_at'])
        .where('request_id', '=', id)
        .orderBy('ring_people.stage')
        .orderBy('person_id')
        .execute();

    for (const { cookie } of [ada, bo]) await desk(server.url, cookie, '/api/desk/presence', { presence: 'available' });
    const token = await sessionAt(server.url, place);
    for (let round = 0; round < rounds; round++) {
      const id = mintId();
      expect((await pressAt(server.url, token, id)).status).toBe(200);
      // The server is killed right after the press, when the ring may or may not have begun; in the other round, once it rings.
      if (round > 0) await expect.poll(() => rungRows(id)).toHaveLength(2);
      await server.kill();
      server = replica ?? (await startAt(place, env));
      replica = engine === 'postgres' ? await startAt(place, env) : undefined;

      await expect.poll(() => ringsOf(server.url, ada)).toContain(`${id} 1`);
      await expect.poll(() => ringsOf(server.url, bo)).toContain(`${id} 1`);
      await desk(server.url, ada.cookie, `/api/desk/rings/${id}/seen`, { stage: 1 });
      expect(await ringsOf(server.url, ada)).not.toContain(`${id} 1`);
      await storage.transaction(async (trx) => {
        const asked = (at: string) => new Date(Date.parse(at) - minuteMs).toISOString();
        const request = await trx
          .selectFrom('agent_requests')
          .select(['created_at', 'expires_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const created_at = asked(request.created_at);
        await trx
          .updateTable('agent_requests')
          .set({ created_at, expires_at: asked(request.expires_at) })
          .where('id', '=', id)
          .execute();
        await trx.updateTable('rings').set({ asked_at: created_at }).where('request_id', '=', id).execute();
      });
      await expect.poll(() => ringsOf(server.url, ada)).toContain(`${id} 2`);
      await desk(server.url, ada.cookie, `/api/desk/rings/${id}/seen`, { stage: 2 });
      const seen = await rungRows(id);
      await server.kill();
      server = replica ?? (await startAt(place, env));
      replica = engine === 'postgres' ? await startAt(place, env) : undefined;

      // A later request rings: this shows that the server has looked at its rings again since the death.
      const next = mintId();
      expect((await pressAt(server.url, await sessionAt(server.url, place), next)).status).toBe(200);
      await expect.poll(() => ringsOf(server.url, ada)).toContain(`${next} 1`);
      expect(await ringsOf(server.url, ada)).not.toContain(`${id} 2`);
      expect(await ringsOf(server.url, bo)).toContain(`${id} 2`);
      expect(await rungRows(id)).toEqual(seen);
      expect(seen.map(({ stage }) => stage)).toEqual([1, 1, 2, 2]);
      for (const request of [id, next]) {
        await desk(server.url, bo.cookie, `/api/desk/requests/${request}/accept`, {});
        await desk(server.url, bo.cookie, `/api/desk/requests/${request}/hand-back`, {});
        await desk(server.url, ada.cookie, `/api/desk/requests/${request}/accept`, {});
      }
      await expect.poll(() => ringsOf(server.url, bo)).toEqual([]);
      const rings = await db.selectFrom('rings').select('ended_as').where('request_id', '=', id).execute();
      expect(rings.every(({ ended_as }) => ended_as !== null)).toBe(true);
      const end = { ended_at: new Date().toISOString() };
      await db.updateTable('agent_requests').set(end).where('id', 'in', [id, next]).execute();
      for (const { cookie } of [ada, bo])
        await desk(server.url, cookie, '/api/desk/presence', { presence: 'available' });
    }
    expect((await server.stop()).code).toBe(0);
    if (replica) expect((await replica.stop()).code).toBe(0);
  });
});
