import { describe, expect, test } from 'vitest';
import type { CertificateRecord, FoundItemView } from '#contract/desk/person-request-endpoints.ts';
import { listEntries, verifyAudit } from '#server/audit/service.ts';
import { readErasures } from '#server/erasure/service.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { type PersonDesk, person, startPersonDesk } from '../../tests/support/person.ts';

const kindsOf = (items: readonly FoundItemView[]) => items.map(({ kind }) => kind).sort();
const idsOf = (items: readonly FoundItemView[]) => items.map(({ id }) => id).sort();

/** Everything that a search by the desk's own list finds. */
const listed = async ({ desk, admin }: PersonDesk, search: string) =>
  (
    await desk('GET', `/api/desk/leads?status=all&search=${encodeURIComponent(search)}`, { cookie: admin.cookie })
  ).json<{
    rows: { id: string }[];
  }>().rows;

eachEngine((under) => {
  describe('R165 what is kept about a person', () => {
    test('is found by an address, a number in any spelling, and a name, wherever it stands', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead();
      const [request, call, contact] = [await server.addRequest(), await server.addCall(), await server.addContact()];
      await server.addLead({
        first_name: 'Somebody',
        last_name: 'Else',
        email: 'else@other.example',
        phone_number: '(207) 555-0188',
      });
      for (const phone of [person.phone, '2075550163', '+1 207.555.0163', '1-207-555-0163']) {
        expect(idsOf((await server.find(phone)).items), phone).toEqual([lead, request, contact].sort());
      }
      for (const name of [person.name, 'marzette, quillon', 'QUILLÓN MARZETTE']) {
        expect(idsOf((await server.find(name)).items), name).toEqual([lead, request, call, contact].sort());
      }
      const byMail = await server.find('Quillon+lists@Marzette.example');
      expect(idsOf(byMail.items)).toContain(lead);
      expect(
        (await server.find(person.mail)).items.map(({ kind, matches }) => ({ kind, matches: matches.length > 0 })),
      ).toEqual([
        { kind: 'lead', matches: true },
        { kind: 'contact', matches: true },
      ]);
      expect((await server.find('nobody@nowhere.example')).items).toEqual([]);
    });

    test('is found by answers that were replaced since, and by the mails that went out', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead({ email: person.earlierMail });
      await server.amend(lead, { email: 'new@store.example' });
      expect(idsOf((await server.find(person.earlierMail)).items)).toEqual([lead]);
      expect(idsOf((await server.find('new@store.example')).items)).toEqual([lead]);
    });

    test('is found in notes, and somebody of the staff is shown apart', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead({
        first_name: 'A',
        last_name: 'B',
        email: 'a@b.example',
        phone_number: '(207) 555-0188',
      });
      await server.note(lead, `Ask for ${person.name} at ${person.phone}`);
      expect(idsOf((await server.find(person.phone)).items)).toEqual([lead]);
      const { items } = await server.find(server.admin.mail);
      expect(items).toMatchObject([{ kind: 'staff', kept: 'staff', id: server.admin.personId }]);
    });

    test('is looked for by admins alone, and the audit log has no word of what was typed', async () => {
      const server = await startPersonDesk(under);
      await server.addLead();
      const manager = await server.signInAs('manager');
      const refused = await server.desk('POST', '/api/desk/person-requests', {
        cookie: manager.cookie,
        body: { text: person.mail },
      });
      expect(refused.status).toBe(403);
      const short = await server.desk('POST', '/api/desk/person-requests', {
        cookie: server.admin.cookie,
        body: { text: 'ab' },
      });
      expect(short.status).toBe(422);
      await server.find(person.mail);
      const [entry] = await listEntries(
        server.context.storage.db,
        { action: 'person-sought' },
        { cursor: undefined, limit: 5 },
      );
      expect(JSON.parse(entry?.detail ?? '')).toEqual({ by: 'mail', found: 1 });
    });
  });

  describe('R166 what is kept about a person is given to them', () => {
    test('as a page and as JSON, with an entry in the audit log before the first byte', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead({ dealer_address: '<script>alert(1)</script>' });
      const call = await server.addCall();
      const { cookie } = server.admin;
      const begin = (format: string, who = cookie) =>
        server.desk('POST', '/api/desk/exports', {
          cookie: who,
          body: { kind: 'person', filter: { items: `lead:${lead} call:${call}`, format } },
        });
      const files: Record<string, string> = {};
      for (const format of ['html', 'json']) {
        const { address } = (await begin(format)).json<{ address: string }>();
        const file = await server.desk('GET', address, { cookie });
        expect(file.headers['content-disposition']).toMatch(
          new RegExp(`^attachment; filename="person-.*\\.${format}"$`),
        );
        files[format] = file.text;
      }
      const { records } = JSON.parse(files['json'] ?? '') as {
        records: { kind: string; values: { label: string; value: string }[] }[];
      };
      expect(records.map(({ kind }) => kind)).toEqual(['Lead', 'Call']);
      const values = records.flatMap((one) => one.values.map(({ value }) => value));
      for (const said of [person.first, person.mail, person.phone, `${person.name} called, ${person.note}`])
        expect(values).toContain(said);
      for (const value of values) if (/^[\w @.-]+$/.test(value)) expect(files['html']).toContain(value);
      expect(files['html']).not.toContain('<script>');
      const entries = await listEntries(
        server.context.storage.db,
        { action: 'exported' },
        { cursor: undefined, limit: 5 },
      );
      expect(entries).toHaveLength(2);
      expect(entries[0]?.about).toContainEqual({ kind: 'lead', id: lead });
      expect((await begin('html', (await server.signInAs('manager')).cookie)).status).toBe(403);
      expect((await begin('html', (await server.signInAs('admin', { fresh: false })).cookie)).status).toBe(403);
      expect((await begin('pdf')).status).toBe(422);
    });
  });

  describe('R167 what was chosen is erased for good', () => {
    test('with all that hangs on it, and what counts stays, with a certificate that verifies', async () => {
      const server = await startPersonDesk(under);
      const { context } = server;
      const lead = await server.addLead({ email: person.earlierMail });
      await server.amend(lead, { email: person.mail });
      await server.note(lead, person.note);
      await server.addRequest();
      await server.addCall();
      await server.addContact();
      const { items } = await server.find(person.name);
      expect(kindsOf(items)).toEqual(['call', 'contact', 'lead', 'request']);
      const answer = await server.erase(items);
      expect(answer.status).toBe(200);
      const certificate = answer.json<CertificateRecord>();
      expect(certificate.checks).toEqual({ hash: true, inFile: true, inAudit: true, erased: true });
      expect(certificate).toMatchObject({ seq: 1, by: server.admin.name, reason: 'asked', againAt: null });
      expect(certificate.items.map(({ kind }) => kind).sort()).toEqual(['call', 'contact', 'lead', 'request']);
      for (const sought of [person.name, person.mail, person.earlierMail, person.phone]) {
        expect((await server.find(sought)).items, sought).toEqual([]);
      }
      expect(await listed(server, person.last)).toEqual([]);
      const row = await context.storage.db
        .selectFrom('leads')
        .selectAll()
        .where('id', '=', lead)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ reference: server.referenceOf(lead), answers: '{}' });
      expect(row.erased_at).not.toBeNull();
      expect(
        await context.storage.db
          .selectFrom('messages')
          .selectAll()
          .where('kind', 'like', 'lead%' as never)
          .execute(),
      ).toEqual([]);
      expect((await verifyAudit(context.storage, context.keyed)).broken).toBeUndefined();
      const { lines } = await readErasures(context.config.erasuresFile, context.keyed);
      expect(lines.map(({ id }) => id)).toEqual([certificate.id]);
      const again = await server.desk('GET', `/api/desk/erasures/${certificate.id}`, { cookie: server.admin.cookie });
      expect(again.json()).toEqual(certificate);
    });

    test('and every screen that can meet it still works', async () => {
      const server = await startPersonDesk(under);
      const [lead, request, call] = [await server.addLead(), await server.addRequest(), await server.addCall()];
      expect((await server.erase((await server.find(person.name)).items)).status).toBe(200);
      const { cookie } = server.admin;
      for (const address of [
        '/api/desk/leads?status=all',
        `/api/desk/leads/${lead}`,
        '/api/desk/board',
        '/api/desk/requests',
        `/api/desk/requests/${request}`,
        `/api/desk/requests/${call}`,
        '/api/desk/dealerships',
        '/api/desk/messages',
      ]) {
        expect((await server.desk('GET', address, { cookie })).status, address).toBe(200);
      }
    });

    test('by an admin with a fresh proof alone, who names something', async () => {
      const server = await startPersonDesk(under);
      const items = [{ kind: 'lead', id: await server.addLead() }] as const;
      expect((await server.erase(items, (await server.signInAs('manager')).cookie)).status).toBe(403);
      expect((await server.erase(items, (await server.signInAs('admin', { fresh: false })).cookie)).status).toBe(403);
      expect((await server.erase([])).status).toBe(422);
      expect((await server.find(person.mail)).items).toHaveLength(1);
    });

    test('all of it or nothing: what a hold keeps, what runs and what is gone are named', async () => {
      const server = await startPersonDesk(under);
      const { db } = server.context.storage;
      const [held, free, running] = [
        await server.addLead(),
        await server.addLead(),
        await server.addRequest({ over: false }),
      ];
      await db.updateTable('leads').set({ hold_id: 'hold' }).where('id', '=', held).execute();
      const answer = await server.erase([
        { kind: 'lead', id: held },
        { kind: 'lead', id: free },
        { kind: 'request', id: running },
        { kind: 'call', id: 'nothing' },
      ]);
      expect(answer.status).toBe(409);
      expect(answer.json()).toEqual({
        kept: [
          { kind: 'lead', id: held, because: 'held' },
          { kind: 'request', id: running, because: 'running' },
          { kind: 'call', id: 'nothing', because: 'gone' },
        ],
      });
      expect(kindsOf((await server.find(person.name)).items)).toEqual(['lead', 'lead', 'request']);
      expect((await readErasures(server.context.config.erasuresFile, server.context.keyed)).lines).toEqual([]);
    });

    test('a certificate that somebody changed does not verify', async () => {
      const server = await startPersonDesk(under);
      const lead = await server.addLead();
      const { id } = (await server.erase([{ kind: 'lead', id: lead }])).json<CertificateRecord>();
      const { storage } = server.context;
      await storage.db.updateTable('erasure_certificates').set({ reason: 'mistake' }).where('id', '=', id).execute();
      const found = (
        await server.desk('GET', `/api/desk/erasures/${id}`, { cookie: server.admin.cookie })
      ).json<CertificateRecord>();
      expect(found.checks).toEqual({ hash: false, inFile: true, inAudit: true, erased: true });
    });
  });
});
