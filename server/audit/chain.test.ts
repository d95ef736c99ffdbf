/** The database is changed behind the log's back, and `verifyAudit` reports it. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createKeyedHash } from '../keyed-hash.ts';
import { anchorOf, type Head, readAnchor } from './chain.ts';
import { beginNewChain, pruneAudit, verifyAudit } from './service.ts';
import { readHead } from './store.ts';
import { someEntry, testAudit, testKey } from './testing.ts';

eachEngine((under) => {
  /** Makes a log of ten entries, and its head as somebody has kept it. */
  async function tenEntries() {
    const storage = await under.openStorage();
    const made = testAudit(storage);
    for (let n = 1; n <= 10; n++) {
      await made.add(someEntry(`person ${n}`));
      made.pass(60_000);
    }
    const kept = (await readHead(storage.db)) as Head;
    const tamper = (statement: string) => sql.raw(statement).execute(storage.db);
    const verify = (anchor?: Head) => verifyAudit(storage, testKey, anchor);
    return { ...made, storage, kept, tamper, verify };
  }

  describe('R79 the chain of the audit log', () => {
    it('holds while nobody tampers with it, and agrees with a head that was kept', async () => {
      const { kept, verify, add } = await tenEntries();
      expect(await verify()).toMatchObject({ entries: 10, broken: undefined, anchored: false });
      await add(someEntry('later'));
      expect(await verify(kept)).toMatchObject({ entries: 11, broken: undefined, anchored: true });
      expect(readAnchor(anchorOf(kept))).toEqual(kept);
    });

    it('holds while it is empty', async () => {
      const storage = await under.openStorage();
      expect(await verifyAudit(storage, testKey)).toMatchObject({ entries: 0, broken: undefined });
      expect(await verifyAudit(storage, testKey, { seq: 0, hash: '' })).toMatchObject({ anchored: true });
    });

    it.each([
      ['who did it', "update audit_entries set by_id = 'somebody else' where seq = 4"],
      ['that a person did it', 'update audit_entries set by_id = null where seq = 4'],
      ['what was done', "update audit_entries set action = 'opened' where seq = 4"],
      ['when it was done', "update audit_entries set at = '2026-11-20T21:09:00.000Z' where seq = 4"],
      ['its detail', `update audit_entries set detail = '{"fields":[]}' where seq = 4`],
      ['its hash', "update audit_entries set hash = 'AAAA' where seq = 4"],
      [
        'its hash, for that of another entry',
        'update audit_entries set hash = (select hash from audit_entries where seq = 3) where seq = 4',
      ],
      ['what it is about', "update audit_subjects set subject_id = 'another' where seq = 4"],
      ['that it is about something', 'delete from audit_subjects where seq = 4'],
      [
        'that it is about something else too',
        "insert into audit_subjects (seq, kind, subject_id) values (4, 'person', 'one more')",
      ],
    ])('names an entry in which somebody changed %s', async (_what, statement) => {
      const { tamper, verify } = await tenEntries();
      await tamper(statement);
      expect(await verify()).toMatchObject({ entries: 3, broken: { kind: 'changed', seq: 4 } });
    });

    it('names the entries that somebody removed from the middle', async () => {
      const { tamper, verify } = await tenEntries();
      await tamper('delete from audit_entries where seq in (4, 5)');
      expect(await verify()).toMatchObject({ broken: { kind: 'removed', seq: 4, through: 5 } });
    });

    it('names the entries that somebody removed from the beginning', async () => {
      const { tamper, verify } = await tenEntries();
      await tamper('delete from audit_entries where seq <= 3');
      expect(await verify()).toMatchObject({ entries: 0, broken: { kind: 'removed', seq: 1, through: 3 } });
    });

    it('names the place where somebody removed an entry and numbered the others anew', async () => {
      const { tamper, verify } = await tenEntries();
      await tamper('delete from audit_entries where seq = 4');
      await tamper('delete from audit_subjects where seq > 4');
      for (let seq = 5; seq <= 10; seq++) await tamper(`update audit_entries set seq = ${seq - 1} where seq = ${seq}`);
      expect(await verify()).toMatchObject({ broken: { kind: 'changed', seq: 4 } });
    });

    it('names the end that somebody cut off', async () => {
      const { tamper, verify } = await tenEntries();
      await tamper('delete from audit_entries where seq > 7');
      expect(await verify()).toMatchObject({ entries: 7, broken: { kind: 'cut-off', seq: 8, through: 10 } });
    });

    it('names the end that somebody cut off together with the head, by a head that was kept', async () => {
      const { tamper, verify, kept, add } = await tenEntries();
      await tamper('delete from audit_entries where seq > 7');
      await tamper('update audit_heads set seq = 7, hash = (select hash from audit_entries where seq = 7)');
      expect(await verify()).toMatchObject({ entries: 7, broken: undefined });
      expect(await verify(kept)).toMatchObject({ broken: { kind: 'cut-off', seq: 8, through: 10 } });

      // The same holds after the log has grown past the cut again.
      for (let n = 8; n <= 12; n++) await add(someEntry(`other ${n}`));
      expect(await verify()).toMatchObject({ entries: 12, broken: undefined });
      expect(await verify(kept)).toMatchObject({ broken: { kind: 'not-anchored', seq: 10 } });
    });

    it('names a head that somebody changed, set back or deleted', async () => {
      for (const statement of [
        "update audit_heads set hash = 'AAAA'",
        'update audit_heads set seq = 9, hash = (select hash from audit_entries where seq = 9)',
        'delete from audit_heads',
      ]) {
        const { tamper, verify } = await tenEntries();
        await tamper(statement);
        expect(await verify()).toMatchObject({ entries: 10, broken: { kind: 'head-changed', seq: 10 } });
      }
    });

    it('names every entry when somebody wrote the whole log anew without the key', async () => {
      const { storage, verify } = await tenEntries();
      const forged = testAudit(storage, { keyed: createKeyedHash('a guess') });
      await sql`delete from audit_entries`.execute(storage.db);
      await sql`update audit_heads set seq = 0, hash = ''`.execute(storage.db);
      for (let n = 1; n <= 10; n++) await forged.add(someEntry(`person ${n}`));
      expect(await verify()).toMatchObject({ entries: 0, broken: { kind: 'changed', seq: 1 } });
    });
  });

  describe('R79 a pruned audit log', () => {
    async function pruned() {
      const made = await tenEntries();
      const before = await made.verify();
      // The first six entries are older than this time.
      const options = { storage: made.storage, keyed: testKey, now: () => made.clock.at };
      expect(await pruneAudit(options, new Date('2026-11-21T21:12:00.000Z'))).toBe(6);
      return { ...made, before };
    }

    it('holds from its checkpoint on, and says that it was pruned', async () => {
      const { verify, kept } = await pruned();
      expect(await verify(kept)).toMatchObject({ entries: 5, prunedThrough: 6, broken: undefined, anchored: true });
      expect((await verify({ seq: 3, hash: 'A'.repeat(43) })).anchored).toBe(false);
    });

    it('is pruned again, and not twice for one time', async () => {
      const { verify, storage, clock } = await pruned();
      const options = { storage, keyed: testKey, now: () => clock.at };
      expect(await pruneAudit(options, new Date('2026-11-21T21:12:00.000Z'))).toBe(0);
      expect(await pruneAudit(options, new Date('2026-11-21T21:14:00.000Z'))).toBe(2);
      expect(await verify()).toMatchObject({ prunedThrough: 8, entries: 4, broken: undefined });
    });

    it('names what was removed when somebody moves the checkpoint or deletes it', async () => {
      const { tamper, verify } = await pruned();
      await tamper('delete from audit_entries where seq in (7, 8)');
      expect(await verify()).toMatchObject({ broken: { kind: 'removed', seq: 7, through: 8 } });
      await tamper('update audit_checkpoints set seq = 8');
      expect(await verify()).toMatchObject({ broken: { kind: 'checkpoint-changed', seq: 8 } });
      await tamper('delete from audit_checkpoints');
      expect(await verify()).toMatchObject({ broken: { kind: 'removed', seq: 1, through: 8 } });
    });

    it('is pruned also where an earlier key made it, and the new chain still holds', async () => {
      const { storage, clock, kept } = await tenEntries();
      const keyed = createKeyedHash('a new key');
      const options = { storage, keyed, now: () => clock.at };
      expect(await verifyAudit(storage, keyed)).toMatchObject({ broken: { kind: 'changed', seq: 1 } });
      expect(await beginNewChain(options)).toBe(10);
      expect(await verifyAudit(storage, keyed, kept)).toMatchObject({ entries: 1, prunedThrough: 10, anchored: true });
      expect(await pruneAudit(options, new Date('2026-11-21T21:12:00.000Z'))).toBe(6);
      expect(await verifyAudit(storage, keyed)).toMatchObject({ entries: 2, prunedThrough: 10, broken: undefined });
    });

    it('is verified beside a prune without a false alarm', async () => {
      const storage = await under.openStorage();
      const { add, clock } = testAudit(storage);
      await storage.transaction(async (trx) => {
        const { audit } = testAudit(storage);
        for (let n = 0; n < 1200; n++) await audit.write(trx, someEntry(`person ${n}`));
      });
      clock.at = new Date(clock.at.getTime() + 1000);
      await add(someEntry('newest'));
      const options = { storage, keyed: testKey, now: () => clock.at };
      const [deleted, ...verified] = await Promise.all([
        pruneAudit(options, clock.at),
        ...Array.from({ length: 5 }, () => verifyAudit(storage, testKey)),
      ]);
      expect(deleted).toBe(1200);
      for (const { broken } of verified) expect(broken).toBeUndefined();
    });
  });
});
