import { describe, expect, it } from 'vitest';
import { eachEngine, roundsOf } from '../../tests/support/each-engine.ts';
import { holdIntervals } from '../../tests/support/held-intervals.ts';
import { anchorOf } from './chain.ts';
import { auditTimes, listEntries, verifyAudit } from './service.ts';
import { getAnchor, readHead } from './store.ts';
import { someEntry, testAudit, testKey } from './testing.ts';

const reader = { personId: 'p', sessionId: 's' };
const record = { kind: 'request', id: 'r' } as const;

eachEngine((under) => {
  async function opened() {
    const storage = await under.openStorage();
    const entries = () => listEntries(storage.db, {}, { cursor: undefined, limit: 1000 });
    return { storage, entries, ...testAudit(storage) };
  }

  describe('R80 an entry', () => {
    it('is stored with its change, or not at all', async () => {
      const { storage, audit, entries } = await opened();
      const failing = storage.transaction(async (trx) => {
        await audit.write(trx, someEntry('a'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await entries()).toEqual([]);
      expect(await readHead(storage.db)).toEqual({ seq: 0, hash: '' });
    });

    it('says who did what to which things and when', async () => {
      const { add, entries } = await opened();
      await add({
        by: 'p',
        action: 'role-changed',
        about: [
          { kind: 'person', id: 'a' },
          { kind: 'session', id: 's' },
          { kind: 'person', id: 'a' },
        ],
        detail: { from: 'agent', to: 'manager' },
      });
      expect(await entries()).toEqual([
        {
          seq: 1,
          at: '2026-11-21T21:06:00.000Z',
          by_id: 'p',
          action: 'role-changed',
          detail: '{"from":"agent","to":"manager"}',
          hash: expect.stringMatching(/^[\w-]{43}$/),
          about: expect.arrayContaining([
            { kind: 'person', id: 'a' },
            { kind: 'session', id: 's' },
          ]),
        },
      ]);
    });

    it('is in one chain with those of many writers at the same moment, on two servers', async () => {
      const place = await under.newPlace();
      const storages = await Promise.all([under.openStorage(place), under.openStorage(place)]);
      const writers = storages.flatMap((storage, server) =>
        Array.from({ length: 10 }, (_, n) => ({ ...testAudit(storage), name: `${server} ${n}` })),
      );
      const rounds = roundsOf(15);
      for (let round = 0; round < rounds; round++) {
        await Promise.all(writers.map(({ add, name }) => add(someEntry(`${name} ${round}`))));
      }
      const count = writers.length * rounds;
      const [storage] = storages;
      expect(await verifyAudit(storage, testKey)).toMatchObject({ entries: count, broken: undefined });
      const entries = await listEntries(storage.db, {}, { cursor: undefined, limit: 1000 });
      expect(new Set(entries.flatMap(({ about }) => about.map(({ id }) => id))).size).toBe(count);
    });
  });

  it('R79 a restore is noted once, however many servers start after it', async () => {
    const place = await under.newPlace();
    const servers = await Promise.all([1, 2, 3].map(async () => testAudit(await under.openStorage(place)).audit));
    const note = (at: string) => Promise.all(servers.map((audit) => audit.noteRestored(at)));
    await note('2026-11-21T20:00:00.000Z');
    await note('2026-11-21T20:00:00.000Z');
    await note('2026-11-21T21:00:00.000Z');
    const storage = await under.openStorage(place);
    const entries = await listEntries(storage.db, {}, { cursor: undefined, limit: 10 });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['restored', '{"at":"2026-11-21T21:00:00.000Z"}'],
      ['restored', '{"at":"2026-11-21T20:00:00.000Z"}'],
    ]);
  });

  describe('R80 who opens a record', () => {
    it('is on disk before the answer, once for one session within 15 minutes', async () => {
      const { audit, entries, pass } = await opened();
      await Promise.all(Array.from({ length: 10 }, () => audit.opened(reader, record)));
      expect(await entries()).toMatchObject([{ by_id: 'p', action: 'opened', about: [record] }]);

      await audit.opened({ ...reader, sessionId: 'another' }, record);
      await audit.opened(reader, { ...record, id: 'another' });
      expect(await entries()).toHaveLength(3);

      pass(auditTimes.sameForMs - 1);
      await audit.opened(reader, record);
      expect(await entries()).toHaveLength(3);
      pass(1);
      await audit.opened(reader, record);
      expect(await entries()).toHaveLength(4);
    });

    it('is noted again when it could not be written', async () => {
      const { audit, entries, storage } = await opened();
      let broken = true;
      const { audit: failing } = testAudit({
        ...storage,
        transaction: (work) => (broken ? Promise.reject(new Error('the disk is full')) : storage.transaction(work)),
      });
      await expect(failing.opened(reader, record)).rejects.toThrow('full');
      broken = false;
      await failing.opened(reader, record);
      expect(await entries()).toHaveLength(1);
      await audit.opened(reader, record);
      expect(await entries()).toHaveLength(2);
    });

    it('is noted every time for an export', async () => {
      const { audit, entries } = await opened();
      const leads = { kind: 'list', id: 'leads' } as const;
      for (let n = 0; n < 2; n++) await audit.exported(reader, leads, { rows: 12 });
      expect(await entries()).toMatchObject([
        { action: 'exported', detail: '{"rows":12}' },
        { action: 'exported', about: [leads] },
      ]);
    });
  });

  describe('R80 who looks at a list', () => {
    it('is written in one go, once for each list and filter', async () => {
      const { audit, entries } = await opened();
      for (let n = 0; n < 5; n++) audit.listed(reader, { name: 'leads' });
      audit.listed(reader, { name: 'leads', filters: ['state', 'search'] });
      audit.listed({ ...reader, sessionId: 'another' }, { name: 'leads' });
      expect(await entries()).toEqual([]);
      await audit.flush();
      expect(await entries()).toHaveLength(3);
      expect(await entries()).toMatchObject([{}, { detail: '{"filters":["state","search"]}' }, { action: 'listed' }]);
      await audit.flush();
      expect(await entries()).toHaveLength(3);
    });

    it('R833 is written once, and never lost, when it is asked for twice at the same instant', async () => {
      const { audit, entries } = await opened();
      audit.listed(reader, { name: 'leads' });
      const both = [audit.flush(), audit.flush()];
      audit.listed(reader, { name: 'messages' });
      await Promise.all(both);
      await audit.flush();
      expect((await entries()).flatMap(({ about }) => about.map(({ id }) => id)).sort()).toEqual(['leads', 'messages']);
    });

    it('is not lost when it cannot be written for a while', async () => {
      const { storage, entries } = await opened();
      let broken = true;
      const { audit } = testAudit({
        ...storage,
        transaction: (work) => (broken ? Promise.reject(new Error('locked')) : storage.transaction(work)),
      });
      audit.listed(reader, { name: 'leads' });
      await expect(audit.flush()).rejects.toThrow('locked');
      broken = false;
      await audit.flush();
      expect(await entries()).toHaveLength(1);
    });

    it('is written within a second while the server runs', async () => {
      const { audit, entries } = await opened();
      const { secondPasses } = holdIntervals();
      audit.start();
      audit.listed(reader, { name: 'leads' });
      await secondPasses();
      await expect.poll(entries).toHaveLength(1);
      audit.listed(reader, { name: 'people' });
      await audit.stop();
      expect(await entries()).toHaveLength(2);
    });
  });

  describe('R79 the head', () => {
    it('goes to the log each hour, and by mail once a day while it changes, whichever server looks', async () => {
      const place = await under.newPlace();
      const servers = await Promise.all([1, 2, 3].map(async () => testAudit(await under.openStorage(place))));
      const [first] = servers as [(typeof servers)[number]];
      const tell = () => Promise.all(servers.map(({ audit }) => audit.tellHead()));
      const mailed = () => servers.flatMap(({ mails }) => mails);
      const dayMs = 24 * 60 * 60_000;

      await tell();
      expect(servers.map(({ heads }) => heads)).toEqual([['0:'], ['0:'], ['0:']]);
      expect(mailed()).toEqual([]);

      await first.add(someEntry('a'));
      await tell();
      expect(mailed()).toHaveLength(1);
      await first.add(someEntry('b'));
      for (const { pass } of servers) pass(dayMs - 1);
      await tell();
      expect(mailed()).toHaveLength(1);
      for (const { pass } of servers) pass(1);
      await tell();
      expect(mailed()).toHaveLength(2);
      for (const { pass } of servers) pass(dayMs);
      await tell();
      expect(mailed()).toHaveLength(2);

      const storage = await under.openStorage(place);
      const anchors = await Promise.all(mailed().map(({ subjectId }) => getAnchor(storage.db, subjectId)));
      expect(anchors.map(({ seq }) => seq).sort()).toEqual([1, 2]);
      for (const anchor of anchors) {
        expect(await verifyAudit(storage, testKey, anchor)).toMatchObject({ anchored: true, broken: undefined });
      }
      expect(first.heads.at(-1)).toBe(anchorOf(anchors.find(({ seq }) => seq === 2) ?? { seq: 0, hash: '' }));
    });

    it('is not mailed without a mail server or an admin, and goes out once there is one', async () => {
      const { storage, add } = await opened();
      await add(someEntry('a'));
      const noMail = testAudit(storage, {
        delivery: { can: { mail: false, sms: false }, enqueue: () => Promise.reject(new Error('no')), wake: () => {} },
      });
      await noMail.audit.tellHead();
      const nobody = testAudit(storage, { mailTo: async () => [] });
      await nobody.audit.tellHead();
      expect(nobody.mails).toEqual([]);
      const somebody = testAudit(storage);
      await somebody.audit.tellHead();
      expect(somebody.mails).toHaveLength(1);
    });
  });

  describe('R80 a list of the audit log', () => {
    it('has the entries that every filter wants, newest first, page by page', async () => {
      const { storage, add, pass } = await opened();
      for (let n = 1; n <= 20; n++) {
        const by = n % 2 === 0 ? 'p' : null;
        await add({ ...someEntry(`${n % 4}`, by), action: n % 5 === 0 ? 'opened' : 'person-edited' });
        pass(60_000);
      }
      const list = async (filter: Parameters<typeof listEntries>[1], cursor?: number, limit = 100) =>
        (await listEntries(storage.db, filter, { cursor, limit })).map(({ seq }) => seq);
      expect(await list({}, undefined, 3)).toEqual([20, 19, 18]);
      expect(await list({}, 18, 3)).toEqual([17, 16, 15]);
      expect(await list({ by: 'p', action: 'opened' })).toEqual([20, 10]);
      expect(await list({ by: null, action: 'opened' })).toEqual([15, 5]);
      expect(await list({ kind: 'person', id: '3' })).toEqual([19, 15, 11, 7, 3]);
      expect(await list({ kind: 'person', id: '3', but: ['opened'] })).toEqual([19, 11, 7, 3]);
      expect(await list({ kind: 'lead' })).toEqual([]);
      const minute = (n: number) => new Date(Date.parse('2026-11-21T21:06:00.000Z') + n * 60_000).toISOString();
      expect(await list({ from: minute(4), before: minute(7) })).toEqual([7, 6, 5]);
      expect(await list({ before: minute(0) })).toEqual([]);
      expect(await list({ from: minute(30) })).toEqual([]);
    });
  });
});
