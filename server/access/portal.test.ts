import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { brand } from '#brand/brand.ts';
import { dealerships as sampleDealerships } from '#brand/dealerships.ts';
import { readAccessCode } from '#contract/access-code.ts';
import { portalRefusals, sessionPath } from '#contract/portal.ts';
import { type PortalView, portalView, session } from '#contract/portal-endpoints.ts';
import { textAgentPath } from '#contract/text-agent.ts';
import { transact } from '#server/database/after-transaction.ts';
import type { Storage } from '#server/database/open.ts';
import type { KeyedHash } from '#server/keyed-hash.ts';
import { showCode } from '#server/secret-symbols.ts';
import { writeSetting } from '#server/settings/service.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, type PortalApp, startPortal } from '../../tests/support/portal.ts';
import { requestsOfCodes } from '../requests/service.ts';
import { mintCode } from './code.ts';
import { CodeReplacedError } from './codes.ts';
import { createPortal } from './service.ts';

const wrong = { status: 401, text: 'Invalid access code' };

/** A code that is not the given one, but like it: its last symbols differ. */
const guess = (code: string): string => showCode(`${readAccessCode(code).slice(0, 8)}${mintCode().slice(8)}`);

/** One code of every kind that opens nothing. */
async function deadCodes({ context, shared }: PortalApp): Promise<Record<string, string>> {
  const revoked = await context.codes.issue(null, null);
  await context.codes.revoke(revoked);
  const expired = await context.codes.issue(null, '2020-01-01T00:00:00.000Z');
  return {
    wrong: guess(shared.code),
    unknown: showCode(mintCode()),
    revoked: revoked.code,
    expired: expired.code,
    malformed: 'open sesame',
    empty: '',
  };
}

eachEngine((under) => {
  it('R69 tells anybody whether Text Agent is on, and lets it be kept for a minute', async () => {
    const portal = await startPortal(under);
    const ask = () => portal.call('GET', textAgentPath);
    expect((await ask()).json()).toEqual({ on: true });
    await writeSetting(portal.context.storage.db, 'text-agent', 'off', new Date().toISOString());
    const { text, headers } = await ask();
    expect([text, headers['cache-control']]).toEqual(['{"on":false}', 'public, max-age=60']);
  });

  describe('R19 a code', () => {
    it('opens a session in any case and spacing', async () => {
      const portal = await startPortal(under);
      for (const typed of [portal.shared.code, portal.shared.code.toLowerCase().replaceAll('-', ' ')]) {
        const answer = await portal.open(typed);
        expect(answer.status).toBe(200);
        expect(session.parse(answer.json())).toMatchObject({
          dealership: null,
          textAgent: true,
          directLine: brand.directLine,
        });
        expect(
          answer
            .json<PortalView>()
            .dealerships.map(({ name }) => name)
            .sort(),
        ).toEqual(sampleDealerships.map(({ name }) => name).sort());
      }
    });

    it('of a dealership’s own offers that dealership alone', async () => {
      const portal = await startPortal(under);
      const answer = await portal.open(await portal.ownCode(dealer.name));
      const own = { name: dealer.name, phone: dealer.phone };
      expect(answer.json()).toMatchObject({ dealership: own, dealerships: [own] });
    });

    it('S5.5 that is wrong, unknown, revoked, expired or none at all has the same answer', async () => {
      const portal = await startPortal(under);
      for (const [at, code] of Object.values(await deadCodes(portal)).entries()) {
        expect(await portal.open(code, `10.0.0.${at}`)).toMatchObject(wrong);
      }
    });

    it('that is refused costs one hash and one look-up, whatever is wrong with it', async () => {
      const portal = await startPortal(under);
      const { context } = portal;
      let hashes: string[] = [];
      const keyed: KeyedHash = {
        of(purpose, text) {
          hashes.push(purpose);
          return context.keyed.of(purpose, text);
        },
      };
      let statements: string[] = [];
      const db = context.storage.db.withPlugin({
        transformQuery({ node }) {
          statements.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const storage: Storage = { ...context.storage, db, transaction: (work) => transact(db, work) };
      const service = createPortal({
        requests: requestsOfCodes,
        storage,
        keyed,
        now: context.now,
        clockMs: () => 0,
        onError: () => undefined,
      });
      const codes = await deadCodes(portal);
      const costs: object[] = [];
      for (const [at, code] of Object.values(codes).entries()) {
        hashes = [];
        statements = [];
        expect(await service.open({ code }, `10.0.0.${at}`)).toEqual({ kind: 'wrong' });
        costs.push({ hashes, statements });
      }
      const once = { hashes: ['address', 'access-code'], statements: ['SelectQueryNode'] };
      expect(costs).toEqual(costs.map(() => once));
    });

    it('is stored as a keyed hash only, and neither it nor a token is in any line of the log', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      await portal.open(guess(portal.shared.code));
      await portal.call('GET', sessionPath, token);
      await portal.call('GET', sessionPath, 'no-token');
      const { db } = portal.context.storage;
      const rows = JSON.stringify([
        await db.selectFrom('access_codes').selectAll().execute(),
        await db.selectFrom('portal_sessions').selectAll().execute(),
      ]);
      const code = readAccessCode(portal.shared.code);
      const hash = portal.context.keyed.of('access-code', code);
      expect(rows).toContain(hash);
      for (const secret of [code, portal.shared.code, token]) {
        expect(rows).not.toContain(secret);
        expect(portal.log()).not.toContain(secret);
      }
      expect(portal.log()).not.toContain(hash);
    });
  });

  describe('R19 the operator', () => {
    it('gets one code before there is any, however many servers start', async () => {
      const place = await under.newPlace();
      const portal = await startPortal(under);
      const { createCodes } = await import('./codes.ts');
      // Three connections to one file cannot wait for each other in one thread; tests/faults starts real servers on it.
      const first = await under.openStorage(place);
      const others =
        under.engine === 'postgres' ? [await under.openStorage(place), await under.openStorage(place)] : [];
      const storages = [first, ...others];
      const seen: string[] = [];
      const servers = storages.map((storage) => createCodes({ ...portal.context, storage }));
      await Promise.all(servers.map((codes) => codes.makeFirst((code) => void seen.push(code))));
      for (const codes of servers) await codes.makeFirst((code) => void seen.push(code));
      expect(seen).toHaveLength(1);
      expect(await servers[0]?.list()).toHaveLength(1);
    });

    it('has no first code that nobody saw', async () => {
      const portal = await startPortal(under);
      await sql`delete from access_codes`.execute(portal.context.storage.db);
      const { codes } = portal.context;
      const fails = codes.makeFirst(() => {
        throw new Error('the disk is full');
      });
      await expect(fails).rejects.toThrow('the disk is full');
      expect(await codes.list()).toEqual([]);
      let seen = '';
      await codes.makeFirst((code) => {
        seen = code;
      });
      expect((await portal.open(seen)).status).toBe(200);
    });

    it('rotates a code: the new one opens, the old one no longer or for the time that was given', async () => {
      const portal = await startPortal(under);
      const { codes } = portal.context;
      const kept = await codes.rotate(portal.shared, 60_000);
      if (!kept) throw new Error('the code was not rotated');
      expect((await portal.open(portal.shared.code)).status).toBe(200);
      const next = await codes.rotate({ id: kept.id }, 0);
      expect(await portal.open(kept.code)).toMatchObject(wrong);
      expect((await portal.open(next?.code ?? '')).status).toBe(200);
      expect(await codes.rotate(kept, 0)).toBeUndefined();
      expect(await codes.revoke({ number: 99 })).toBeUndefined();
    });

    it('rotates a code once: asked again, it makes no code that would end with the grace of the old one', async () => {
      const portal = await startPortal(under);
      const { codes } = portal.context;
      await portal.ownCode(dealer.name);
      for (const { id } of await codes.list()) {
        const answers = await Promise.allSettled([codes.rotate({ id }, 60_000), codes.rotate({ id }, 60_000)]);
        expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        await expect(codes.rotate({ id }, 0)).rejects.toThrow(CodeReplacedError);
      }
      const valid = (await codes.list()).filter(({ replaced_at }) => replaced_at === null);
      expect(valid.map(({ expires_at }) => expires_at)).toEqual([null, null]);
    });
  });

  describe('R20 a session', () => {
    it('ends when it is told to, after twelve hours, and with its code', async () => {
      let now = new Date('2026-11-21T21:06:00Z');
      const portal = await startPortal(under, {}, { now: () => now });
      const [first, second, third] = await Promise.all([1, 2, 3].map(() => portal.sessionFor(portal.shared.code)));
      const statusOf = async (token = '') => (await portal.call('GET', sessionPath, token)).status;
      expect(portalView.parse((await portal.call('GET', sessionPath, first)).json()).expiresAt).toBe(
        '2026-11-22T09:06:00.000Z',
      );
      expect((await portal.call('DELETE', sessionPath, first)).status).toBe(204);
      expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
      now = new Date('2026-11-22T09:06:00.001Z');
      expect(await statusOf(second)).toBe(401);
      now = new Date('2026-11-21T22:00:00Z');
      expect(await statusOf(third)).toBe(200);
      await portal.context.codes.revoke(portal.shared);
      expect(await statusOf(third)).toBe(401);
    });

    it('R1202 says whether anybody is on shift or is rung at the desk', async () => {
      const { call, context, sessionFor, shared, signInAs } = await startDesk(under);
      const token = await sessionFor(shared.code);
      const isStaffed = async () => (await call('GET', sessionPath, token)).json<PortalView>().staffed;
      const people = () => context.storage.db.updateTable('people');
      const [agent, admin] = [await signInAs('agent'), await signInAs('admin')];
      expect(await isStaffed()).toBe(true);
      await people().set({ on_shift_at: null }).execute();
      expect(await isStaffed()).toBe(false);
      await context.presence.set(agent.personId, 'available');
      expect(await isStaffed()).toBe(true);
      await context.presence.set(agent.personId, 'away');
      expect(await isStaffed()).toBe(false);
      await people()
        .set({ on_call_at: context.environment.now().toISOString() })
        .where('id', '=', admin.personId)
        .execute();
      expect(await isStaffed()).toBe(true);
    });

    it('R1200 says that its code has ended to who had a session of it, and to nobody else', async () => {
      let now = new Date('2026-11-21T21:06:00Z');
      const portal = await startPortal(under, {}, { now: () => now });
      const { codes } = portal.context;
      const why = async (token = '') => (await portal.call('GET', sessionPath, token)).text;
      const [own, replaced, expiring] = [
        await portal.ownCode(dealer.name),
        portal.shared.code,
        (await codes.issue(null, '2026-11-21T22:00:00.000Z')).code,
      ];
      const before = await Promise.all([own, replaced, expiring].map((code) => portal.sessionFor(code)));
      const left = await portal.sessionFor(own);
      await portal.call('DELETE', sessionPath, left);
      expect(await why(left)).toBe(portalRefusals.locked.text);
      for (const { id } of await codes.list()) if (id !== portal.shared.id) await codes.revoke({ id });
      await codes.rotate(portal.shared, 30 * 60_000);
      expect(await why(before[1])).toContain(brand.directLine);
      now = new Date('2026-11-21T22:00:01Z');
      for (const token of [...before, left]) expect(await why(token)).toBe(portalRefusals.codeEnded.text);
      for (const token of ['', 'made-up', own]) expect(await why(token)).toBe(portalRefusals.locked.text);
    });

    it('lasts no longer than its code', async () => {
      const now = () => new Date('2026-11-21T21:06:00Z');
      const portal = await startPortal(under, {}, { now });
      const expiring = await portal.context.codes.issue(null, '2026-11-21T22:00:00.000Z');
      expect((await portal.open(expiring.code)).json()).toMatchObject({ expiresAt: '2026-11-21T22:00:00.000Z' });
    });

    it('is forgotten a day after it ran out', async () => {
      let now = new Date('2026-11-21T21:06:00Z');
      const portal = await startPortal(under, {}, { now: () => now });
      const { storage, portal: service } = portal.context;
      const kept = async () => (await storage.db.selectFrom('portal_sessions').select('id').execute()).length;
      const id = await portal.ask(await portal.sessionFor(portal.shared.code));
      now = new Date('2026-11-23T09:05:00Z');
      await portal.open(portal.shared.code, '10.0.0.2');
      await service.purgeExpired();
      expect(await kept()).toBe(2);
      now = new Date('2026-11-23T09:07:00Z');
      service.start();
      await expect.poll(kept).toBe(1);
      expect(await portal.context.agentRequests.find(id)).toMatchObject({ session_id: null });
      await service.stop();
    });

    it('is not opened by a body that is none, nor from a foreign origin', async () => {
      const portal = await startPortal(under);
      for (const body of [{}, { code: 7 }, { code: 'x'.repeat(201) }, []]) {
        expect((await portal.call('POST', sessionPath, undefined, body)).status).toBe(400);
      }
      const headers = { origin: 'https://evil.example' };
      const answer = await portal.app.inject({ method: 'POST', url: sessionPath, headers, payload: portal.shared });
      expect(answer.statusCode).toBe(403);
    });
  });
});
