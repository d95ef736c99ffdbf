/** What becomes of an erasure that failed in the middle: its line is in the erasures file, and its transaction was lost. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngineAlways } from '../../tests/support/each-engine.ts';
import { startPersonDesk } from '../../tests/support/person.ts';
import { dieBeforeCommit } from '../../tests/support/unfinished-erasure.ts';
import { readErasures } from './service.ts';

async function running(under: EngineUnderTest) {
  const server = await startPersonDesk(under);
  const { context } = server;
  const { db } = context.storage;
  return {
    ...server,
    db,
    eraseLead: (id: string) => server.erase([{ kind: 'lead', id }]),
    hold: async (id: string) => (await context.holds.set(null, { kind: 'lead', id }, 'Letter of counsel')).hold,
    isErased: async (id: string) =>
      (await db.selectFrom('leads').select('erased_at').where('id', '=', id).executeTakeFirstOrThrow()).erased_at !==
      null,
    /** The erasures in the file and in the database, which have to be the same. */
    async erasures() {
      const { lines } = await readErasures(context.config.erasuresFile, context.keyed);
      const rows = await db.selectFrom('erasure_certificates').select('id').orderBy('seq').execute();
      expect(lines.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      return lines.length;
    },
    /** The state of the database before its newest transactions, which a standby that lagged behind may have lost. */
    async stateOf(lead: string) {
      const head = await db.selectFrom('erasure_heads').selectAll().executeTakeFirstOrThrow();
      const row = await db.selectFrom('leads').selectAll().where('id', '=', lead).executeTakeFirstOrThrow();
      return async () => {
        await db.deleteFrom('erasure_certificates').where('seq', '>', head.seq).execute();
        await db.updateTable('erasure_heads').set(head).execute();
        await db.updateTable('leads').set(row).where('id', '=', lead).execute();
      };
    },
  };
}

const looks = {
  'the hourly look': ({ context }: Awaited<ReturnType<typeof running>>) => context.erasureKeeper.look(),
  'the next start': ({ context }: Awaited<ReturnType<typeof running>>) => context.erasure.agree(),
  'npm run records -- erase-again': ({ context }: Awaited<ReturnType<typeof running>>) => context.erasure.eraseAgain(),
  'the next erasure': async ({ addLead, eraseLead }: Awaited<ReturnType<typeof running>>) =>
    expect((await eraseLead(await addLead())).status).toBe(200),
};

eachEngineAlways((under) => {
  describe('R941 an erasure that failed in the middle', () => {
    test.each(Object.entries(looks))('is not finished by %s when a legal hold was set since', async (_, look) => {
      const server = await running(under);
      const { addLead, eraseLead, hold, isErased, erasures, context, find } = server;
      const lead = await addLead();
      await dieBeforeCommit(server, lead);
      const standing = await hold(lead);
      await look(server);
      expect(await isErased(lead)).toBe(false);
      expect((await eraseLead(lead)).status).toBe(409);
      const before = await erasures();
      // It stays given up when the hold ends.
      await context.holds.end(null, standing?.id ?? '');
      await look(server);
      await context.erasureKeeper.look();
      expect(await isErased(lead)).toBe(false);
      expect((await find('Quillon Marzette')).items.some(({ id }) => id === lead)).toBe(true);
      expect((await eraseLead(lead)).status).toBe(200);
      expect(await erasures()).toBeGreaterThan(before);
      expect(await context.erasure.agree()).toBe(0);
      const entries = await server.db.selectFrom('audit_entries').select('action').execute();
      expect(entries.filter(({ action }) => action === 'erasure-given-up')).toHaveLength(1);
    });

    test('is finished when nothing keeps what it names', async () => {
      const server = await running(under);
      const lead = await server.addLead();
      await dieBeforeCommit(server, lead);
      await server.context.erasureKeeper.look();
      expect([await server.isErased(lead), await server.erasures()]).toEqual([true, 1]);
    });

    test('and a hold that is set while it is finished have one outcome', async () => {
      const server = await running(under);
      const { addLead, hold, isErased, erasures, context } = server;
      const atOnce = createAtOnce(context.storage);
      await playRounds(12, ['held', 'erased'], async () => {
        const lead = await addLead();
        await dieBeforeCommit(server, lead);
        const [standing] = await atOnce([() => hold(lead), () => context.erasureKeeper.look()]);
        const before = await erasures();
        await context.erasureKeeper.look();
        expect(await erasures()).toBe(before);
        expect(await isErased(lead)).toBe(standing === undefined);
        return standing ? 'held' : 'erased';
      });
    });

    test('twice in a row does not stop the next start', async () => {
      const server = await running(under);
      const leads = [await server.addLead(), await server.addLead(), await server.addLead()];
      for (const lead of leads) await dieBeforeCommit(server, lead);
      await server.context.erasure.agree();
      for (const lead of leads.slice(0, 2)) expect(await server.isErased(lead)).toBe(true);
    });
  });

  describe('R942 an erasure that was finished', () => {
    test('stays when a database that had lost it has a newer hold on what it names', async () => {
      const server = await running(under);
      const { addLead, eraseLead, hold, isErased, erasures, context } = server;
      const lead = await addLead();
      const lose = await server.stateOf(lead);
      expect((await eraseLead(lead)).status).toBe(200);
      await lose();
      expect(await hold(lead)).toBeDefined();
      await context.erasureKeeper.look();
      expect([await isErased(lead), await erasures()]).toEqual([true, 1]);
    });

    test('counts as finished for a file that does not say so yet, once the database has it', async () => {
      const server = await running(under);
      const { addLead, eraseLead, hold, isErased, context } = server;
      const { erasuresFile: file } = context.config;
      const lead = await addLead();
      const lose = await server.stateOf(lead);
      expect((await eraseLead(lead)).status).toBe(200);
      // A file of an earlier version has lines alone.
      const lines = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n`);
      await context.erasureKeeper.look();
      await lose();
      expect(await hold(lead)).toBeDefined();
      await context.erasureKeeper.look();
      expect(await isErased(lead)).toBe(true);
    });
  });
});
