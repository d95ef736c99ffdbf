/** After a server's key was lost, the erasures file and the certificates are sealed with the new key. Nothing else is accepted. */
import {
  appendFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CertificateRecord } from '#contract/desk/person-request-endpoints.ts';
import { createAuditLog } from '#server/audit/service.ts';
import { createPersonRequests } from '#server/context/erasure.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { type PersonDesk, startPersonDesk } from '../../tests/support/person.ts';
import { ErasuresFileError, lackingMark, marksIn } from './service.ts';

const fileOf = ({ context }: PersonDesk) => context.config.erasuresFile;
const dbOf = ({ context }: PersonDesk) => context.storage.db;

/** The service of persons' requests on the same database, with another key. */
function withKey({ context }: PersonDesk, key: string) {
  const { storage, now, forms, config } = context;
  const keyed = createKeyedHash(key);
  const onError = (error: unknown) => {
    throw error;
  };
  const audit = createAuditLog({ keyed, now });
  return createPersonRequests({
    storage,
    audit,
    keyed,
    now,
    forms,
    file: config.erasuresFile,
    onError,
    onUnnoted: onError,
  });
}
const withNewKey = (server: PersonDesk) => withKey(server, 'another key, of 32 characters and more');

const erase = async (server: PersonDesk) =>
  (await server.erase([{ kind: 'lead', id: await server.addLead() }])).json<CertificateRecord>();

const certificatesOf = (server: PersonDesk) =>
  dbOf(server).selectFrom('erasure_certificates').selectAll().orderBy('seq').execute();
const headOf = (server: PersonDesk) => dbOf(server).selectFrom('erasure_heads').selectAll().executeTakeFirstOrThrow();

/** Puts the database back into its state from before it was sealed anew. */
async function putBack(server: PersonDesk, { rows, head }: Awaited<ReturnType<typeof stored>>): Promise<void> {
  for (const { id, seal, hash } of rows)
    await dbOf(server).updateTable('erasure_certificates').set({ seal, hash }).where('id', '=', id).execute();
  await dbOf(server).updateTable('erasure_heads').set(head).execute();
}
const stored = async (server: PersonDesk) => ({ rows: await certificatesOf(server), head: await headOf(server) });

const dropped = (text: string, lines: number) =>
  `${text
    .split('\n')
    .slice(0, -1 - lines)
    .join('\n')}\n`;

eachEngineAlways((under) => {
  describe('R520 with another key, after the old one was lost', () => {
    test('the start says what to do, each certificate holds afterwards, and the next erasure follows', async () => {
      const server = await startPersonDesk(under);
      const ids = [(await erase(server)).id, (await erase(server)).id];
      const kept = readFileSync(fileOf(server), 'utf8');
      const erasure = withNewKey(server);
      await expect(erasure.agree()).rejects.toThrow(/another key .* "When the key is lost for good"/);
      const { count, earlierFile } = await erasure.sealAnew();
      expect([count, readFileSync(earlierFile ?? '', 'utf8')]).toEqual([2, kept + lackingMark]);
      expect(await erasure.agree()).toBe(0);
      const holds = { hash: true, inFile: true, inAudit: true, erased: true };
      for (const id of ids) expect((await erasure.certificate(id))?.checks).toEqual(holds);
      const lead = await server.addLead();
      const next = await erasure.erase({ items: [{ kind: 'lead', id: lead }], reason: 'asked', by: null });
      expect(next).toMatchObject({ kind: 'erased' });
      expect((await certificatesOf(server)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(await erasure.agree()).toBe(0);
      await expect(erasure.sealAnew()).rejects.toThrow('hold with this key');
    });

    test('R1010 the file keeps its mark that erasures may be missing, and the earlier one gets such a mark', async () => {
      const server = await startPersonDesk(under);
      await erase(server);
      appendFileSync(fileOf(server), lackingMark);
      const erasure = withNewKey(server);
      const { earlierFile } = await erasure.sealAnew();
      const marks = [fileOf(server), earlierFile ?? ''].map((file) => marksIn(readFileSync(file, 'utf8')));
      expect(marks).toEqual([1, 2]);
      expect(await erasure.agree()).toBe(0);
    });

    test('it is done again when the process died between the file and the commit, and the start says so', async () => {
      const server = await startPersonDesk(under);
      await erase(server);
      const before = await stored(server);
      const erasure = withNewKey(server);
      await erasure.sealAnew();
      const sealed = readFileSync(fileOf(server), 'utf8');
      await putBack(server, before);
      await expect(erasure.agree()).rejects.toThrow(/"When the key is lost for good"/);
      expect(await erasure.sealAnew()).toEqual({ count: 1, earlierFile: undefined });
      expect(readFileSync(fileOf(server), 'utf8')).toBe(sealed);
      expect(await erasure.agree()).toBe(0);
      rmSync(fileOf(server));
      expect(await erasure.writeAnew()).toBe(1);
    });

    test('a database from a backup before it gets what the file, sealed since, knows', async () => {
      const server = await startPersonDesk(under);
      await erase(server);
      const before = await stored(server);
      const erasure = withNewKey(server);
      await erasure.sealAnew();
      for (let n = 0; n < 2; n++)
        await erasure.erase({ items: [{ kind: 'lead', id: await server.addLead() }], reason: 'asked', by: null });
      await dbOf(server).deleteFrom('erasure_certificates').where('seq', '>', 1).execute();
      await putBack(server, before);
      expect(await erasure.sealAnew()).toMatchObject({ count: 1 });
      await expect(erasure.agree()).rejects.toThrow('erase-again');
      expect(await erasure.eraseAgain()).toBe(2);
      expect(await erasure.agree()).toBe(0);
    });

    test('with the right key nothing is sealed, although a certificate and the file were changed', async () => {
      const server = await startPersonDesk(under);
      const [first] = [await erase(server), await erase(server)];
      const { erasure } = server.context;
      await dbOf(server)
        .updateTable('erasure_certificates')
        .set({ reason: 'order' })
        .where('id', '=', first.id)
        .execute();
      const changed = readFileSync(fileOf(server), 'utf8').replace('asked', 'order');
      writeFileSync(fileOf(server), changed);
      await expect(erasure.sealAnew()).rejects.toThrow('hold with this key');
      expect(readFileSync(fileOf(server), 'utf8')).toBe(changed);
    });

    test('a certificate that is missing or was changed is not sealed', async () => {
      const server = await startPersonDesk(under);
      const all = [await erase(server), await erase(server), await erase(server)];
      const kept = readFileSync(fileOf(server), 'utf8');
      const erasure = withNewKey(server);
      const rows = await certificatesOf(server);
      const of = (at: number) =>
        dbOf(server)
          .deleteFrom('erasure_certificates')
          .where('id', '=', all[at]?.id ?? '');
      const put = (at: number) =>
        dbOf(server)
          .insertInto('erasure_certificates')
          .values([rows[at] as never])
          .execute();
      for (const at of [2, 1]) {
        await of(at).execute();
        await expect(erasure.sealAnew()).rejects.toThrow('are missing, or were changed');
        await put(at);
      }
      await dbOf(server).updateTable('erasure_certificates').set({ reason: 'order' }).where('seq', '=', 2).execute();
      await expect(erasure.sealAnew()).rejects.toThrow('Erasure 2 is another one');
      expect(readFileSync(fileOf(server), 'utf8')).toBe(kept);
      expect((await certificatesOf(server)).map(({ seal }) => seal)).toEqual(rows.map(({ seal }) => seal));
    });

    test('a file that names more than the database knows, or belongs to another one, is left as it is', async () => {
      const server = await startPersonDesk(under);
      await erase(server);
      const before = await stored(server);
      await erase(server);
      const kept = readFileSync(fileOf(server), 'utf8');
      await dbOf(server).deleteFrom('erasure_certificates').where('seq', '=', 2).execute();
      await putBack(server, before);
      const erasure = withNewKey(server);
      await expect(erasure.sealAnew()).rejects.toThrow('names 1 more erasures than this database knows');
      await dbOf(server).deleteFrom('erasure_certificates').execute();
      await dbOf(server).updateTable('erasure_heads').set({ seq: 0, seal: '' }).execute();
      await expect(erasure.sealAnew()).rejects.toThrow('names 2 more erasures than this database knows');
      writeFileSync(fileOf(server), kept.replace(/"file":"[^"]+"/, '"file":"another"'));
      await expect(erasure.sealAnew()).rejects.toThrow('of another database');
      writeFileSync(fileOf(server), 'no file of erasures');
      await expect(erasure.sealAnew()).rejects.toThrow(ErasuresFileError);
    });

    test('an older copy of the file is written whole', async () => {
      const server = await startPersonDesk(under);
      for (let n = 0; n < 2; n++) await erase(server);
      writeFileSync(fileOf(server), dropped(readFileSync(fileOf(server), 'utf8'), 1));
      const erasure = withNewKey(server);
      expect(await erasure.sealAnew()).toMatchObject({ count: 2 });
      expect(await erasure.agree()).toBe(0);
    });

    test.skipIf(process.platform === 'win32')(
      'a link to the file stays a link, and the file keeps its mode',
      async () => {
        const server = await startPersonDesk(under);
        await erase(server);
        const elsewhere = `${fileOf(server)}.elsewhere`;
        renameSync(fileOf(server), elsewhere);
        symlinkSync(elsewhere, fileOf(server));
        const { mode } = statSync(elsewhere);
        await withNewKey(server).sealAnew();
        expect([lstatSync(fileOf(server)).isSymbolicLink(), existsSync(elsewhere)]).toEqual([true, true]);
        expect(statSync(elsewhere).mode).toBe(mode);
        expect(await withNewKey(server).agree()).toBe(0);
      },
    );

    test('two operators at the same instant: one seals anew, and the other is told that it holds', async () => {
      const server = await startPersonDesk(under);
      await erase(server);
      const erasure = withNewKey(server);
      for (let round = 0; round < 10; round++) {
        const next = withKey(server, `key of round ${round}, of 32 characters and more`);
        const both = await Promise.allSettled([next.sealAnew(), next.sealAnew(), next.sealAnew()]);
        expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
        expect(await next.agree()).toBe(0);
      }
      expect(await erasure.sealAnew()).toMatchObject({ count: 1 });
    });
  });
});
