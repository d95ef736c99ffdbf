import { DatabaseSync } from 'node:sqlite';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FoundPerson } from '#contract/desk/person-request-endpoints.ts';
import type { Answers } from '#contract/fields.ts';
import { mintId } from '#contract/reference.ts';
import { busyForMs } from '#server/database/busy.ts';
import { databaseFile, type Storage } from '#server/database/open.ts';
import { eachEngine, engineUnderTest, roundsOf } from '../../tests/support/each-engine.ts';
import { leadBurst } from '../../tests/support/lead-burst.ts';
import { answersOf, startLeads } from '../../tests/support/leads.ts';
import { forms } from '../../tests/support/letter-samples.ts';
import { storeLead } from '../../tests/support/stored-lead.ts';
import { createLeadIndex, createLeadIndexing } from './indexing.ts';
import { keysOf, type LeadKey } from './keys.ts';
import { listLeads } from './list.ts';
import { eraseLeads, inquiryRecordKind } from './service.ts';
import { findUnindexed, lockUnindexed, markIndexed } from './store-indexing.ts';
import { putKeys } from './store-work.ts';

type Leads = Awaited<ReturnType<typeof startLeads>>;

const leads = 250;
const rounds = roundsOf(12);

/** The leads whose index was not written, or not for them as they are. */
async function wrongIn(storage: Storage): Promise<string[]> {
  const rows = await storage.db.selectFrom('leads').selectAll().execute();
  const wrong: string[] = [];
  for (const { id, kind, answers, erased_at, keyed_at } of rows) {
    const wanted = erased_at === null ? keysOf(forms[kind], JSON.parse(answers) as Answers) : [];
    const written = await storage.db
      .selectFrom('lead_keys')
      .select(['kind', 'value'])
      .where('lead_id', '=', id)
      .execute();
    const texts = await storage.db.selectFrom('search_texts').select('text').where('id', '=', id).execute();
    const listed = (keys: readonly LeadKey[]) => keys.map((key) => `${key.kind} ${key.value}`).sort();
    if (JSON.stringify(listed(wanted)) !== JSON.stringify(listed(written))) wrong.push(`${id}: keys`);
    if (texts.length !== (erased_at === null ? 1 : 0)) wrong.push(`${id}: text`);
    if (keyed_at === null) wrong.push(`${id}: waits`);
  }
  return wrong;
}

eachEngine((under) => {
  it('R103 leads from before there were keys get them, once, however many servers write them', async () => {
    const storage = await under.openStorage();
    for (let n = 0; n < leads; n++) await storeLead(storage, n, `Dealer ${n}, LLC`);
    const index = () => createLeadIndex({ storage, forms, now: () => new Date() }).update();
    await Promise.all([index(), index()]);
    await index();
    const names = await storage.db.selectFrom('lead_keys').select('value').where('kind', '=', 'name').execute();
    expect(names).toHaveLength(leads);
    expect(names.map(({ value }) => value)).toContain('dealer 7');
    const left = await storage.db.selectFrom('leads').select('id').where('keyed_at', 'is', null).execute();
    expect(left).toEqual([]);
  });

  it('R861 the consoles are told again once the index shows that a new lead is of the same people as another', async () => {
    const storage = await under.openStorage();
    for (const n of [1, 2]) await storeLead(storage, n, 'Pinecrest, LLC');
    const told = () => storage.db.selectFrom('desk_changes').select(['topic', 'about']).execute();
    expect(await told()).toEqual([]);
    const index = createLeadIndex({ storage, forms, now: () => new Date() });
    await index.update();
    expect(await told()).toMatchObject([{ topic: 'leads' }]);
    await index.update();
    expect(await told()).toHaveLength(1);
  });

  describe('R241 what a lead is found by', () => {
    it('is not waited for by whoever sends it, and is there for whoever looks, lists, exports or asks for a person', async () => {
      const looks = {
        list: async ({ list }: Leads, cookie: string) => (await list(cookie, 'search=quillon')).rows.length,
        similar: async ({ record }: Leads, cookie: string, id: string) =>
          (await record(cookie, id)).similarLeads.length,
        person: async ({ desk }: Leads, cookie: string) =>
          (await desk('POST', '/api/desk/person-requests', { cookie, body: { text: 'quillon@marzette.example' } }))
            .json<FoundPerson>()
            .items.filter(({ kind }) => kind === 'lead').length,
        command: async ({ context }: Leads) =>
          (await Array.fromAsync(listLeads(context.storage, { limit: 9, words: 'quillon', forms, now: context.now })))
            .length,
      };
      const server = await startLeads(under);
      const admin = await server.signInAs('admin');
      const { db } = server.context.storage;
      for (const [name, look] of Object.entries(looks)) {
        const email = 'quillon@marzette.example';
        const ids = [await server.send('inquiry', { email }), await server.send('inquiry', { email })];
        expect(await db.selectFrom('lead_keys').select('value').where('lead_id', 'in', ids).execute()).toEqual([]);
        const found = await look(server, admin.cookie, ids[0] ?? '');
        expect(found, name).toBe(name === 'similar' ? 1 : 2);
        await server.context.storage.transaction((trx) => eraseLeads(trx, ids, server.context.now().toISOString()));
      }
      expect(await wrongIn(server.context.storage)).toEqual([]);
    });

    it('is written by the next server when the one that took the lead died', async () => {
      const server = await startLeads(under);
      await server.send('inquiry');
      const errors: unknown[] = [];
      const { storage, now, clockMs } = server.context;
      const next = createLeadIndexing({ storage, forms, now, clockMs, onError: (error) => errors.push(error) });
      next.start();
      onTestFinished(() => next.stop());
      await expect.poll(() => wrongIn(storage)).toEqual([]);
      expect(errors).toEqual([]);
    });

    it('is waited for by whoever asks for all, while another server is writing it at this moment', async () => {
      const server = await startLeads(under);
      const { storage, now } = server.context;
      const id = await server.send('inquiry');
      const [writing, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const other = storage.transaction(async (trx) => {
        await lockUnindexed(trx, [id]);
        writing.resolve();
        await goOn.promise;
        await putKeys(trx, [{ id, keys: [{ kind: 'mail', value: 'quillon@marzette.example' }] }]);
        await markIndexed(trx, { ids: [id], at: now().toISOString() });
      });
      await writing.promise;
      const ends: string[] = [];
      const asking = createLeadIndex({ storage, forms, now })
        .update()
        .then(() => ends.push('who asked'));
      // Many times the questions that somebody asks who waits for nobody.
      for (let n = 0; n < 100; n++) await findUnindexed(storage.db);
      goOn.resolve();
      await other.then(() => ends.push('who wrote'));
      await asking;
      expect(ends).toEqual(['who wrote', 'who asked']);
    });

    it('R250 is written in pauses while nobody waits, and without them for whoever looks', async () => {
      const storage = await under.openStorage();
      for (let n = 0; n < leads; n++) await storeLead(storage, n, `Dealer ${n}, LLC`);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const left = async () =>
        (await storage.db.selectFrom('leads').select('id').where('keyed_at', 'is', null).execute()).length;
      const index = createLeadIndex({ storage, forms, now: () => new Date() });
      const updated = index.updateInPauses();
      while ((await left()) === leads) await letOthersRun();
      // Many times the turns that the next slice takes that waits for nobody.
      for (let n = 0; n < 100; n++) await letOthersRun();
      expect(await left()).toBe(leads - 10);
      // No time passes: a pause would last for ever.
      await index.update();
      expect(await left()).toBe(0);
      await updated;
    });

    it('R250 is written before a server stops, without pauses', async () => {
      const storage = await under.openStorage();
      for (let n = 0; n < leads; n++) await storeLead(storage, n, `Dealer ${n}, LLC`);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const errors: unknown[] = [];
      const indexing = createLeadIndexing({
        storage,
        forms,
        now: () => new Date(),
        clockMs: () => 0,
        onError: (error) => errors.push(error),
      });
      indexing.start();
      await letOthersRun();
      await indexing.stop();
      expect(await wrongIn(storage)).toEqual([]);
      expect(errors).toEqual([]);
    });

    it('R511 holds no stop up for longer than two seconds, and what is left is written by the next server', async () => {
      const storage = await under.openStorage();
      for (let n = 0; n < leads; n++) await storeLead(storage, n, `Dealer ${n}, LLC`);
      const errors: unknown[] = [];
      // Each look at the clock is a second after the one before it, as on a machine where a slice takes so long.
      let looks = 0;
      const options = { storage, forms, now: () => new Date(), onError: (error: unknown) => errors.push(error) };
      const indexing = createLeadIndexing({ ...options, clockMs: () => 1000 * looks++ });
      indexing.start();
      await letOthersRun();
      await indexing.stop();
      const left = await storage.db.selectFrom('leads').select('id').where('keyed_at', 'is', null).execute();
      expect(left.length).toBeGreaterThan(leads / 2);
      expect(left.length).toBeLessThan(leads);
      const next = createLeadIndexing({ ...options, clockMs: () => 0 });
      next.start();
      await next.stop();
      expect(await wrongIn(storage)).toEqual([]);
      expect(errors).toEqual([]);
    });

    it('R510 is hardly written while leads come in a burst, and soon after it and for whoever looks', async () => {
      const storage = await under.openStorage();
      const { indexing, errors, left, passes } = await leadBurst(storage, leads);
      /** Waits until so many are left, and many times the turns that the next slice takes that waits for nobody. */
      const becomes = async (count: number) => {
        while ((await left()) > count) await letOthersRun();
        for (let turn = 0; turn < 100; turn++) await letOthersRun();
        expect(await left()).toBe(count);
      };
      await passes(0, 100);
      indexing.start();
      onTestFinished(() => indexing.stop());
      await becomes(leads - 10);
      for (let n = 0; n < 19; n++) await passes(100, 20);
      await becomes(leads - 10);
      await passes(100, 20);
      await becomes(leads - 20);
      // The pause that began in the burst goes to its end, and the next ones are short.
      await passes(2000, 0);
      await becomes(leads - 30);
      await passes(10, 0);
      await becomes(leads - 40);
      await passes(0, 100);
      await indexing.update();
      expect(await left(), 'for somebody who looks in a burst').toBe(0);
      expect(errors).toEqual([]);
    });

    it('is right whatever happens to the leads while it is written, by however many servers', async () => {
      const server = await startLeads(under);
      const dana = await server.signInAs('manager');
      const { storage, now, leads: store } = server.context;
      const index = createLeadIndex({ storage, forms, now });
      for (let round = 0; round < rounds; round++) {
        const ids = await Promise.all(Array.from({ length: 5 }, () => server.send('inquiry')));
        const [erased = '', amended = '', noted = '', one = '', other = ''] = ids;
        const answers = answersOf('inquiry', { email: `moved-${round}@harborpoint.example` });
        await Promise.all([
          index.update(),
          storage.transaction(async (trx) => {
            // As a sweep does it: locked first.
            await inquiryRecordKind.take(trx, [erased]);
            await eraseLeads(trx, [erased], now().toISOString());
          }),
          store.accept({ kind: 'inquiry', id: mintId(), amends: amended, answers, submittedDate: 'today', flags: [] }),
          server.act(dana.cookie, noted, 'notes', { id: mintId(), text: `kestrel ${round}` }),
          server.act(dana.cookie, one, 'join', { version: 1, with: other, withVersion: 1 }),
          index.update(),
        ]);
        await index.update();
        expect(await wrongIn(storage)).toEqual([]);
        const find = async (text: string) =>
          (await server.list(dana.cookie, `search=${text}`)).rows.map(({ id }) => id);
        expect(await find(`moved-${round}@harborpoint.example`)).toEqual([amended]);
        expect(await find(`kestrel ${round}`)).toContain(noted);
        const { answers: joined } = await storage.db
          .selectFrom('leads')
          .select('answers')
          .where('id', '=', other)
          .executeTakeFirstOrThrow();
        expect(await find((JSON.parse(joined) as { email: string }).email)).toEqual([one]);
      }
    });
  });
});

it('R241 a lead is shown while nobody can write what it is found by, because another program has locked the file', async () => {
  const server = await startLeads(engineUnderTest('sqlite'));
  const dana = await server.signInAs('manager');
  const id = await server.send('inquiry');
  const other = new DatabaseSync(databaseFile(server.context.config.dataDir));
  onTestFinished(() => other.close());
  other.exec('begin immediate');
  const beganMs = performance.now();
  expect((await server.list(dana.cookie)).rows).toMatchObject([{ id }]);
  // The file is still locked: whatever waits for it waits so long.
  expect(performance.now() - beganMs).toBeLessThan(busyForMs);
  other.exec('rollback');
  await server.context.leadIndexing.update();
  expect(await wrongIn(server.context.storage)).toEqual([]);
});
