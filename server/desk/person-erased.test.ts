/** What is kept about a person is erased at the desk. Finding and giving it is tested in `person-request.test.ts`. */
import { describe, expect, test } from 'vitest';
import type { CertificateRecord, FoundItemView } from '#contract/desk/person-request-endpoints.ts';
import { verifyAudit } from '#server/audit/service.ts';
import { readErasures } from '#server/erasure/service.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { type PersonDesk, person, startPersonDesk } from '../../tests/support/person.ts';

const kindsOf = (items: readonly FoundItemView[]) => items.map(({ kind }) => kind).sort();

/** The results of a search in the desk's own list. */
const listed = async ({ desk, admin }: PersonDesk, search: string) =>
  (
    await desk('GET', `/api/desk/leads?status=all&search=${encodeURIComponent(search)}`, { cookie: admin.cookie })
  ).json<{
    rows: { id: string }[];
  }>().rows;

eachEngine((under) => {
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

    test('R770 which is something, and no more than one erasure takes', async () => {
      const server = await startPersonDesk(under);
      const lead = { kind: 'lead', id: await server.addLead() } as const;
      const many = [lead, ...Array.from({ length: 200 }, (_, at) => ({ kind: 'lead', id: `lead-${at}` }) as const)];
      const answer = await server.erase(many);
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('At most 200 things at once.')]);
      const { erasure } = server.context;
      for (const [items, why] of [
        [[], 'nothing'],
        [many, 'tooManyThings'],
      ] as const) {
        expect(await erasure.erase({ items, reason: 'asked', by: null })).toEqual({ kind: 'refused', why });
      }
      expect((await server.find(person.mail)).items).toHaveLength(1);
      expect(await erasure.certificates(undefined, 1)).toEqual([]);
      // One that is named twice counts once.
      expect((await server.erase(Array.from({ length: 201 }, () => lead))).status).toBe(200);
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
