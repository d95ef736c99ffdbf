/** A server dies, a file is lost, or a database comes from a backup: the start makes file and database agree. */
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { CertificateRecord } from '#contract/desk/person-request-endpoints.ts';
import { createPersonRequests } from '#server/context/erasure.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { type PersonDesk, startPersonDesk } from '../../tests/support/person.ts';
import { dieBeforeCommit, personRequestOptions } from '../../tests/support/unfinished-erasure.ts';
import { hashOfCertificate } from './certificate.ts';
import { appendErasure, emptyHead, nextLine } from './erasures-file.ts';
import { ErasuresFileError, readErasures } from './service.ts';
import { type Erasure, insertErasure, moveErasures } from './store.ts';

const linesOf = async ({ context }: PersonDesk) =>
  (await readErasures(context.config.erasuresFile, context.keyed)).lines.map(({ id }) => id);

const rowsOf = ({ context }: PersonDesk) =>
  context.storage.db.selectFrom('erasure_certificates').selectAll().orderBy('seq').execute();

const isErased = async ({ context }: PersonDesk, id: string) =>
  (await context.storage.db.selectFrom('leads').select('erased_at').where('id', '=', id).executeTakeFirstOrThrow())
    .erased_at !== null;

const eraseLead = async (server: PersonDesk, lead: string) =>
  (await server.erase([{ kind: 'lead', id: lead }])).json<CertificateRecord>();

eachEngineAlways((under) => {
  describe('R172 the file of erasures and the database', () => {
    test('come together at the start when a server died between the line and the commit', async () => {
      const server = await startPersonDesk(under);
      const { erasure } = server.context;
      const lead = await server.addLead();
      await dieBeforeCommit(server, lead);
      expect([await isErased(server, lead), (await linesOf(server)).length, (await rowsOf(server)).length]).toEqual([
        false,
        1,
        0,
      ]);
      expect([await erasure.agree(), await erasure.agree()]).toEqual([1, 0]);
      expect(await isErased(server, lead)).toBe(true);
      const [row] = await rowsOf(server);
      expect([row?.id]).toEqual(await linesOf(server));
      expect((await erasure.certificate(row?.id ?? ''))?.checks).toEqual({
        hash: true,
        inFile: true,
        inAudit: true,
        erased: true,
      });
    });

    test('come together before the next erasure, when the server that failed goes on', async () => {
      const server = await startPersonDesk(under);
      const [first, second] = [await server.addLead(), await server.addLead()];
      await dieBeforeCommit(server, first);
      expect(await eraseLead(server, second)).toMatchObject({ seq: 2 });
      expect([await isErased(server, first), await isErased(server, second)]).toEqual([true, true]);
      expect((await rowsOf(server)).map(({ id }) => id)).toEqual(await linesOf(server));
    });

    test('come together at the start when the commit is there and the line was lost', async () => {
      const server = await startPersonDesk(under);
      const { erasuresFile } = server.context.config;
      const ids = [];
      for (let n = 0; n < 3; n++) {
        ids.push((await eraseLead(server, await server.addLead())).id);
        if (n === 0) copyFileSync(erasuresFile, `${erasuresFile}.older`);
      }
      copyFileSync(`${erasuresFile}.older`, erasuresFile);
      expect(await linesOf(server)).toEqual(ids.slice(0, 1));
      expect(await server.context.erasure.agree()).toBe(0);
      expect(await linesOf(server)).toEqual(ids);
    });

    test('R560 a contact that was erased and that the database of a backup never had is made by no save either', async () => {
      const server = await startPersonDesk(under);
      const { storage, erasure, dealerships } = server.context;
      const { db } = storage;
      const head = await db.selectFrom('erasure_heads').selectAll().executeTakeFirstOrThrow();
      const id = await server.addContact();
      const contact = await db.selectFrom('dealership_contacts').selectAll().executeTakeFirstOrThrow();
      expect((await server.erase([{ kind: 'contact', id }])).status).toBe(200);
      // Puts the database into the state of a backup from before the contact was added.
      await db.deleteFrom('ended_contacts').execute();
      await db.deleteFrom('erasure_certificates').execute();
      await db.updateTable('erasure_heads').set(head).execute();
      expect(await erasure.agree()).toBe(1);
      const again = [{ id, name: contact.name, role: '', phone: '', mail: contact.mail ?? '' }];
      const saved = await dealerships.edit(null, { id: contact.dealership_id }, { contacts: again });
      expect(saved).toEqual({ kind: 'refused', why: 'contactEnded' });
    });

    test('a start refuses a database that lacks several erasures until they are done again', async () => {
      const server = await startPersonDesk(under);
      const { storage, erasure } = server.context;
      const leads = [await server.addLead(), await server.addLead(), await server.addLead()];
      const answers = await storage.db.selectFrom('leads').select(['id', 'answers']).execute();
      const head = await storage.db.selectFrom('erasure_heads').selectAll().executeTakeFirstOrThrow();
      for (const lead of leads) await eraseLead(server, lead);
      // Puts the database into the state of the backup.
      await storage.db.deleteFrom('erasure_certificates').execute();
      await storage.db.updateTable('erasure_heads').set(head).execute();
      for (const { id, answers: given } of answers)
        await storage.db.updateTable('leads').set({ answers: given, erased_at: null }).where('id', '=', id).execute();
      await expect(erasure.agree()).rejects.toThrow(/^3 erasures in .* npm run records -- erase-again/);
      expect(await isErased(server, leads[0] ?? '')).toBe(false);
      expect(await erasure.eraseAgain()).toBe(3);
      for (const lead of leads) expect(await isErased(server, lead)).toBe(true);
      expect(await erasure.agree()).toBe(0);
      const rows = await rowsOf(server);
      expect(rows.map(({ id }) => id)).toEqual(await linesOf(server));
      expect(rows.every(({ again_at }) => again_at !== null)).toBe(true);
    });

    test('R768 a database that loses its newest erasures while the server runs has them made again, and the log says so', async () => {
      const said: string[] = [];
      const logDestination = { write: (line: string) => void said.push(line) };
      const server = await startPersonDesk(under, {}, { logDestination });
      const { storage, erasureKeeper } = server.context;
      const leads = [await server.addLead(), await server.addLead()];
      const answers = await storage.db.selectFrom('leads').select(['id', 'answers']).execute();
      const head = await storage.db.selectFrom('erasure_heads').selectAll().executeTakeFirstOrThrow();
      for (const lead of leads) await eraseLead(server, lead);
      await erasureKeeper.look();
      expect(said.join('')).not.toContain('had lost erasures');
      // Puts the database into the state of a standby that lagged behind.
      await storage.db.deleteFrom('erasure_certificates').execute();
      await storage.db.updateTable('erasure_heads').set(head).execute();
      for (const { id, answers: given } of answers)
        await storage.db.updateTable('leads').set({ answers: given, erased_at: null }).where('id', '=', id).execute();
      await erasureKeeper.look();
      for (const lead of leads) expect(await isErased(server, lead)).toBe(true);
      expect((await rowsOf(server)).map(({ id }) => id)).toEqual(await linesOf(server));
      expect(said.filter((line) => line.includes('had lost erasures'))).toHaveLength(1);
    });

    test('a start refuses a file that is not there, is another database’s or went another way, and says what to do', async () => {
      const server = await startPersonDesk(under);
      const other = await startPersonDesk(under, { SECRET_KEY: server.context.config.secretKey ?? 'k'.repeat(32) });
      const { erasure, config } = server.context;
      const { id } = await eraseLead(server, await server.addLead());
      await other.context.erasure.agree();
      const kept = readFileSync(config.erasuresFile);
      rmSync(config.erasuresFile);
      await expect(erasure.agree()).rejects.toThrow(/is not there\. Put it back: .* npm run records -- new-file/);
      const refused = await server.erase([{ kind: 'lead', id: await server.addLead() }]);
      expect([refused.status, refused.text.includes('Nothing was erased')]).toEqual([503, true]);
      expect(await erasure.writeAnew()).toBe(1);
      expect([await erasure.agree(), await linesOf(server)]).toEqual([0, [id]]);
      await expect(erasure.writeAnew()).rejects.toThrow('Nothing was written');
      copyFileSync(other.context.config.erasuresFile, config.erasuresFile);
      await expect(erasure.agree()).rejects.toThrow(ErasuresFileError);
      writeFileSync(config.erasuresFile, kept);
      expect(await erasure.agree()).toBe(0);
    });
  });

  test('R1196 a lost file is written anew from hundreds of certificates within the time that a connection may be silent', async () => {
    const server = await startPersonDesk(under);
    const { storage, erasure, keyed, config } = server.context;
    await erasure.agree();
    const { fileId } = await readErasures(config.erasuresFile, keyed);
    const certificates: Erasure[] = [];
    let head = emptyHead;
    for (let n = 1; n <= 500; n++) {
      const made = { id: `erasure-${n}`, at: server.context.now().toISOString(), reason: 'asked' as const, items: [] };
      const { by, ...line } = nextLine(keyed, { fileId, head }, { ...made, by: null });
      const certificate = { ...line, by_id: by, items: [] };
      const hash = hashOfCertificate(keyed, certificate);
      certificates.push({ ...certificate, items: '[]', hash, again_at: null });
      head = line;
    }
    await storage.transaction(async (trx) => {
      for (const certificate of certificates) await insertErasure(trx, certificate);
      await moveErasures(trx, head);
    });
    rmSync(config.erasuresFile);
    expect(await erasure.writeAnew()).toBe(500);
    expect(await linesOf(server)).toEqual(certificates.map(({ id }) => id));
    expect((await readErasures(config.erasuresFile, keyed)).finished).toBe(500);
    expect(await erasure.agree()).toBe(0);
  });

  describe('R1145 a file of erasures on a share that hangs', () => {
    test('lets the erasure fail in time, holds nothing up, and has no line between those of a later erasure', async () => {
      const server = await startPersonDesk(under);
      const [first, second] = [await server.addLead(), await server.addLead()];
      const share = Promise.withResolvers<void>();
      const hanging = createPersonRequests({
        ...personRequestOptions(server),
        fileWithinMs: 300,
        append: async (path, read, lines) => {
          await share.promise;
          return appendErasure(path, read, lines);
        },
      });
      const erase = (lead: string) => hanging.erase({ items: [{ kind: 'lead', id: lead }], reason: 'asked', by: null });
      const refused = erase(first).then(({ kind }) => kind, String);
      await server.addLead();
      expect(await refused).toContain('in time');
      // What is begun while the first line is still on its way waits for it, locks nothing, and writes nothing later.
      await expect(erase(second)).rejects.toThrow('in time');
      expect([await linesOf(server), await rowsOf(server)]).toEqual([[], []]);
      share.resolve();
      expect((await erase(second)).kind).toBe('erased');
      expect([await isErased(server, first), await isErased(server, second)]).toEqual([true, true]);
      expect((await rowsOf(server)).map(({ id }) => id)).toEqual(await linesOf(server));
    });
  });

  describe('R1190 a file of erasures on a share that is slow', () => {
    test('holds nothing up for longer than one use may take, however often an erasure uses it', async () => {
      const server = await startPersonDesk(under);
      const [first, second] = [await server.addLead(), await server.addLead()];
      let isSlow = false;
      const slow = createPersonRequests({
        ...personRequestOptions(server),
        fileWithinMs: 400,
        onUnnoted: () => {},
        append: async (path, read, lines) => {
          // The note about the first erasure is left to the second one.
          if (!isSlow && lines.some((line) => 'note' in line)) throw new ErasuresFileError('away');
          if (isSlow) await setTimeout(250);
          return appendErasure(path, read, lines);
        },
      });
      const erase = (lead: string) => slow.erase({ items: [{ kind: 'lead', id: lead }], reason: 'asked', by: null });
      expect((await erase(first)).kind).toBe('erased');
      isSlow = true;
      await expect(erase(second)).rejects.toThrow('in time');
      // The line that comes late is not lost: what it names is erased then.
      expect(await slow.agree()).toBe(1);
      expect(await isErased(server, second)).toBe(true);
    });

    test('is waited for at a start, before anything is locked', async () => {
      const server = await startPersonDesk(under);
      const share = Promise.withResolvers<void>();
      const late = createPersonRequests({
        ...personRequestOptions(server),
        fileWithinMs: 300,
        append: async (path, read, lines) => {
          await share.promise;
          return appendErasure(path, read, lines);
        },
      });
      const lead = await server.addLead();
      const erasure = { items: [{ kind: 'lead', id: lead }], reason: 'asked', by: null } as const;
      await expect(late.erase(erasure)).rejects.toThrow('in time');
      const started = late.agree();
      await setTimeout(400);
      await server.addLead();
      share.resolve();
      expect(await started).toBe(1);
      expect(await isErased(server, lead)).toBe(true);
    });
  });

  describe('R173 a file of erasures that cannot be written', () => {
    test('lets the erasure fail wholly, says so, and holds nothing up afterwards', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead();
      let full = true;
      const onFullDisk = createPersonRequests({
        ...personRequestOptions(server),
        append: async (path, read, lines) => {
          if (!full) return appendErasure(path, read, lines);
          // A full disk leaves a part of the line behind.
          appendFileSync(path, JSON.stringify(lines[0]).slice(0, 40));
          throw new ErasuresFileError('could not be written (ENOSPC). Nothing was erased.');
        },
      });
      const erasure = { items: [{ kind: 'lead', id: lead }], reason: 'asked', by: null } as const;
      await expect(onFullDisk.erase(erasure)).rejects.toThrow('ENOSPC');
      expect([await isErased(server, lead), await linesOf(server), await rowsOf(server)]).toEqual([false, [], []]);
      expect(await server.context.erasure.agree()).toBe(0);
      full = false;
      expect((await onFullDisk.erase(erasure)).kind).toBe('erased');
      expect([await isErased(server, lead), (await linesOf(server)).length]).toEqual([true, 1]);
    });
  });
});
