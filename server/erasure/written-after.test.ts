/** People at open consoles write into an item that was erased or is being erased: nothing of it is kept. */
import { describe, expect, test } from 'vitest';
import { boardRefusals } from '#contract/desk/board.ts';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { dealershipRefusals } from '#contract/desk/dealerships.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import type { CertificateRecord } from '#contract/desk/person-request-endpoints.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { mintId } from '#contract/reference.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { type EngineUnderTest, eachEngineWithRaces, roundsOf } from '../../tests/support/each-engine.ts';
import { person, startPersonDesk } from '../../tests/support/person.ts';

async function running(under: EngineUnderTest) {
  const server = await startPersonDesk(under);
  const { desk, admin, context } = server;
  const { db } = context.storage;
  const post = (path: string, body: object) => desk('POST', path, { cookie: admin.cookie, body });
  const lead = async (id: string) =>
    (await desk('GET', `/api/desk/leads/${id}`, { cookie: admin.cookie })).json<LeadRecord>();
  return {
    ...server,
    atOnce: createAtOnce(context.storage),
    db,
    post,
    lead,
    note: (id: string) => post(`/api/desk/leads/${id}/notes`, { id: mintId(), text: `${person.name} again` }),
    writtenOfLead: async (id: string) => [
      ...(await db.selectFrom('lead_events').select('kind').where('lead_id', '=', id).execute()),
      ...(await db.selectFrom('search_texts').select('id').where('id', '=', id).execute()),
    ],
    /** What the tables keep beside a request that was erased. */
    async writtenOfRequest(id: string) {
      const events = await db.selectFrom('request_events').select('detail').where('request_id', '=', id).execute();
      const ticks = await db.selectFrom('request_ticks').select('item').where('request_id', '=', id).execute();
      const deal = await db.selectFrom('request_deals').selectAll().where('request_id', '=', id).executeTakeFirst();
      const row = await db.selectFrom('agent_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      return [
        ...events.flatMap(({ detail }) => detail ?? []),
        ...ticks,
        ...[row.closing_note, row.ended_at === null ? 'open again' : null].filter((text) => text !== null),
        ...[deal?.not_billed_reason, deal?.dms_deal_number, deal?.stock_number, deal?.lender].filter(
          (text) => text && !text.includes('rased'),
        ),
      ];
    },
    async addTaken() {
      const id = await server.addRequest({ over: false });
      const accepted = await post(`/api/desk/requests/${id}/accept`, {});
      expect(accepted.status).toBe(200);
      const typed = { dmsDealNumber: person.phone, stockNumber: `Of ${person.last}`, lender: `Bank of ${person.last}` };
      await post(`/api/desk/requests/${id}/deal`, { version: 0, patch: { minutes: 4, ...typed } });
      const ended_at = context.now().toISOString();
      await db
        .updateTable('agent_requests')
        .set({ ended_at, outcome: 'done', disposition: 'help_only', closing_note: person.note })
        .where('id', '=', id)
        .execute();
      return id;
    },
  };
}

const leadItem = (id: string) => [{ kind: 'lead', id }] as const;
const requestItem = (id: string) => [{ kind: 'request', id }] as const;

eachEngineWithRaces((under) => {
  describe('R205 into what was erased', () => {
    test('nothing of a lead is written, by a console that shows it as it was or as it is', async () => {
      const { addLead, erase, note, post, lead, writtenOfLead, db } = await running(under);
      const id = await addLead();
      expect((await erase(leadItem(id))).status).toBe(200);
      const { version, can } = await lead(id);
      expect(can).toEqual({ contact: false, note: false, manage: false, makeDealership: false });
      const answers = [
        await note(id),
        await post(`/api/desk/leads/${id}`, { version, patch: { status: 'contacted' } }),
        await post('/api/desk/dealerships', { lead: { id, version } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 404]);
      expect(await writtenOfLead(id)).toEqual([]);
      const made = await db.selectFrom('dealerships').select('id').where('lead_id', '=', id).execute();
      expect(made).toEqual([]);
    });

    test('all that the dealer sends again of one form is one lead, one after the other or at the same instant', async () => {
      const { addLead, amend, erase, db } = await running(under);
      const open = () => db.selectFrom('leads').selectAll().where('erased_at', 'is', null).execute();
      for (let round = 0; round < roundsOf(12); round++) {
        const first = await addLead();
        await erase([{ kind: 'lead', id: first }]);
        const again = ['one', 'two', 'three'].map((name) => () => amend(first, { email: `${name}@dealer.example` }));
        if (round % 2 === 0) for (const send of again) await send();
        else await Promise.all(again.map((send) => send()));
        const [lead, ...others] = await open();
        expect(others).toEqual([]);
        expect(lead?.erased_at).toBeNull();
        if (round % 2 === 0) expect(lead?.answers).toContain('three@dealer.example');
        // A thing that was made again can be erased again, and made once more.
        await erase([{ kind: 'lead', id: lead?.id ?? '' }]);
        await Promise.all(again.map((send) => send()));
        const anew = await open();
        expect(anew).toHaveLength(1);
        await erase(anew.map(({ id }) => ({ kind: 'lead' as const, id })));
      }
    });

    test('no note of a lead is written that is sent at the same instant', async () => {
      const { addLead, erase, note, writtenOfLead, atOnce } = await running(under);
      await playRounds(12, ['noted before', 'refused'], async () => {
        const id = await addLead();
        const [erased, noted] = await atOnce([() => erase(leadItem(id)), () => note(id)]);
        expect(erased.status).toBe(200);
        expect([200, 422]).toContain(noted.status);
        expect(await writtenOfLead(id)).toEqual([]);
        return noted.status === 200 ? 'noted before' : 'refused';
      });
    });

    test('R565 what was kept about the person after the search stops the erasure: a dealership that was made of the lead', async () => {
      const { addLead, erase, find, post, db } = await running(under);
      const id = await addLead();
      const first = await find(person.mail);
      expect((await post('/api/desk/dealerships', { lead: { id, version: 1 } })).status).toBe(201);
      const stopped = await erase(leadItem(id), undefined, { text: person.mail, shown: first.items });
      const again = await find(person.mail);
      const contact = again.items.find(({ kind }) => kind === 'contact')?.id;
      expect([stopped.status, stopped.json()]).toEqual([
        409,
        { kept: [{ kind: 'contact', id: contact, because: 'unseen' }] },
      ]);
      const lead = await db.selectFrom('leads').select('erased_at').where('id', '=', id).executeTakeFirstOrThrow();
      expect(lead.erased_at).toBeNull();
      // A person who has seen everything may erase all of it, or only some.
      const erased = await erase(again.items, undefined, { text: person.mail, shown: again.items });
      expect(erased.status).toBe(200);
      expect((await find(person.mail)).items).toEqual([]);
    });

    test('R565 one thing after the other is erased from one search, although what was erased is not found again', async () => {
      const { addLead, addContact, erase, find } = await running(under);
      await addLead();
      await addContact();
      const { items } = await find(person.mail);
      for (const item of items) {
        expect((await erase([item], undefined, { text: person.mail, shown: items })).status).toBe(200);
      }
      expect((await find(person.mail)).items).toEqual([]);
    });

    test('R565 nothing of the person is left when a dealership is made of the lead at the same instant', async () => {
      const { addLead, erase, find, post, atOnce } = await running(under);
      await playRounds(24, ['made before', 'erased before'], async (round) => {
        const mail = `round-${round}@marzette.example`;
        const id = await addLead({ email: mail, dealership_name: `Lot ${round}` });
        const { items } = await find(mail);
        const [erased, made] = await atOnce([
          () => erase(leadItem(id), undefined, { text: mail, shown: items }),
          () => post('/api/desk/dealerships', { lead: { id, version: 1 } }),
        ]);
        expect([erased.status, made.status]).toEqual(made.status === 201 ? [409, 201] : [200, 404]);
        const left = (await find(mail)).items.map(({ kind }) => kind);
        expect(left).toEqual(made.status === 201 ? ['lead', 'contact'] : []);
        return made.status === 201 ? 'made before' : 'erased before';
      });
    });

    test('R1042 nothing of a request is written, it is not opened again, and nothing typed of its deal is left', async () => {
      const { addTaken, erase, find, post, writtenOfRequest } = await running(under);
      const id = await addTaken();
      expect((await find(`bank of ${person.last}`)).items).toMatchObject(requestItem(id));
      expect((await erase(requestItem(id))).status).toBe(200);
      const path = `/api/desk/requests/${id}`;
      const answers = [
        await post(`${path}/deal`, { version: 1, patch: { note: person.note, notBilledReason: person.note } }),
        await post(`${path}/jacket`, { item: 'buyers-order', ticked: true }),
        await post(`${path}/reopen`, {}),
      ];
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 409]);
      expect(await writtenOfRequest(id)).toEqual([]);
    });

    test('no note is added to a request whose notes have ended, and everything else of the deal is written', async () => {
      const { addTaken, post, db, context } = await running(under);
      const id = await addTaken();
      const notes_erased_at = context.now().toISOString();
      await db
        .updateTable('agent_requests')
        .set({ notes_erased_at, closing_note: null })
        .where('id', '=', id)
        .execute();
      const path = `/api/desk/requests/${id}/deal`;
      const refused = await post(path, { version: 1, patch: { note: person.note } });
      expect([refused.status, refused.text]).toEqual([422, boardRefusals.notesErased.text]);
      expect((await post(path, { version: 1, patch: { minutes: 9, note: '' } })).status).toBe(200);
      const row = await db.selectFrom('agent_requests').select('closing_note').where('id', '=', id).executeTakeFirst();
      expect(row?.closing_note).toBeNull();
    });

    test('R560 a contact that was erased while somebody had it open is made again by no save under its id', async () => {
      const { addContact, db, post, desk, admin, erase, find, context } = await running(under);
      const id = await addContact();
      const { dealership_id } = await db.selectFrom('dealership_contacts').selectAll().executeTakeFirstOrThrow();
      const path = `/api/desk/dealerships/${dealership_id}`;
      const record = async () => (await desk('GET', path, { cookie: admin.cookie })).json<DealershipRecord>();
      const seen = await record();
      const open = { id, name: person.name, role: 'General manager', phone: person.phone, mail: person.mail };
      const erased = await erase([{ kind: 'contact', id }]);
      expect(erased.status).toBe(200);
      expect((await post(path, { version: seen.version, patch: { contacts: [open] } })).status).toBe(409);
      const { version } = await record();
      const over = await post(path, { version, patch: { contacts: [open] } });
      expect([over.status, over.text]).toEqual([422, dealershipRefusals.contactEnded.text]);
      // The id cannot be used under another dealership either.
      const other = await post('/api/desk/dealerships', { id: mintId(), name: 'Another Store' });
      const { id: otherId } = other.json<DealershipRecord>();
      const there = await post(`/api/desk/dealerships/${otherId}`, { version: 1, patch: { contacts: [open] } });
      expect([there.status, there.text]).toEqual([422, dealershipRefusals.contactEnded.text]);
      expect((await find(person.mail)).items).toEqual([]);
      const checked = await context.erasure.certificate(erased.json<CertificateRecord>().id);
      expect(checked?.checks.erased).toBe(true);
    });

    test('R560 a contact is gone, although it is saved at the same instant, and no save brings it back', async () => {
      const { addContact, db, post, desk, admin, erase, find, atOnce } = await running(under);
      await playRounds(12, ['saved before', 'refused'], async (round) => {
        await db.deleteFrom('dealership_contacts').execute();
        const id = await addContact();
        const { dealership_id } = await db.selectFrom('dealership_contacts').selectAll().executeTakeFirstOrThrow();
        const path = `/api/desk/dealerships/${dealership_id}`;
        const record = async () => (await desk('GET', path, { cookie: admin.cookie })).json<DealershipRecord>();
        const { version } = await record();
        const contacts = [{ id, name: person.name, role: `Round ${round}`, phone: person.phone, mail: person.mail }];
        const [erased, saved] = await atOnce([
          () => erase([{ kind: 'contact', id }]),
          () => post(path, { version, patch: { contacts } }),
        ]);
        expect(erased.status).toBe(200);
        expect([200, 409]).toContain(saved.status);
        const again = await post(path, { version: (await record()).version, patch: { contacts } });
        expect(again.status).toBe(422);
        expect((await find(person.mail)).items).toEqual([]);
        return saved.status === 200 ? 'saved before' : 'refused';
      });
    });

    test('no store sheet of an account is written', async () => {
      const { addTaken, post, db, context } = await running(under);
      const id = await addTaken();
      const erased_at = context.now().toISOString();
      await db.updateTable('dealerships').set({ closed_at: erased_at, erased_at }).execute();
      const sent = await post(`/api/desk/requests/${id}/sheet`, { version: 0, patch: { dms: person.name } });
      expect(sent.status).toBe(422);
      expect(await db.selectFrom('store_sheets').select('fields').execute()).toEqual([]);
    });

    test('R561 a value of a store sheet that was erased is said to be, to whoever edits it from before', async () => {
      const { addTaken, post, find, erase, desk, admin } = await running(under);
      const id = await addTaken();
      const path = `/api/desk/requests/${id}/sheet`;
      const sheetOf = async () =>
        (await desk('GET', `/api/desk/requests/${id}`, { cookie: admin.cookie })).json<RequestRecord>().sheet;
      await post(path, { version: 0, patch: { whoSigns: person.name, menuTool: 'Menu' } });
      expect((await erase((await find(person.name)).items.filter(({ kind }) => kind === 'sheet-value'))).status).toBe(
        200,
      );
      const late = await post(path, { version: 1, patch: { whoSigns: `${person.name}, and Rae` } });
      expect(late.status).toBe(409);
      expect(late.json<RequestRecord>().sheet?.fields.whoSigns).toEqual({
        value: '',
        changedAt: null,
        changedBy: null,
        erasedIn: 2,
      });
      // Somebody who opens the sheet now can write. Somebody who still has the first version open is told that it changed.
      expect((await post(path, { version: 2, patch: { whoSigns: 'Rae' } })).status).toBe(200);
      expect((await sheetOf())?.fields).toMatchObject({
        whoSigns: { value: 'Rae', erasedIn: 2 },
        menuTool: { value: 'Menu' },
      });
    });

    test('a value of a store sheet is gone, although another one is written at the same instant', async () => {
      const { addTaken, post, db, find, erase, atOnce } = await running(under);
      const path = `/api/desk/requests/${await addTaken()}/sheet`;
      await playRounds(12, ['written before', 'refused'], async () => {
        const before = await db.selectFrom('store_sheets').select('version').executeTakeFirst();
        const version = before?.version ?? 0;
        expect((await post(path, { version, patch: { menuTool: `${person.name} knows` } })).status).toBe(200);
        const items = (await find(person.name)).items.filter(({ kind }) => kind === 'sheet-value');
        expect(items).toHaveLength(1);
        const [erased, ...written] = await atOnce([
          () => erase(items),
          () => post(path, { version: version + 1, patch: { dms: 'CDK' } }),
          () => post(path, { version: version + 1, patch: { dms: 'Reynolds' } }),
        ]);
        expect(erased.status).toBe(200);
        const sheet = await db.selectFrom('store_sheets').select('fields').executeTakeFirst();
        expect(sheet?.fields).not.toContain(person.name);
        return written.some(({ status }) => status === 200) ? 'written before' : 'refused';
      });
    });

    test('nothing of a request is left that is written, or opened again, at the same instant', async () => {
      const { addTaken, erase, post, writtenOfRequest, atOnce } = await running(under);
      await playRounds(12, ['opened first', 'erased first'], async () => {
        const id = await addTaken();
        const path = `/api/desk/requests/${id}`;
        const [erased, , opened] = await atOnce([
          () => erase(requestItem(id)),
          () => post(`${path}/deal`, { version: 1, patch: { note: person.note } }),
          () => post(`${path}/reopen`, {}),
        ]);
        // The one who opened the request again first succeeds: a running request is not erased.
        expect([erased.status, opened.status]).toEqual(opened.status === 200 ? [409, 200] : [200, 409]);
        if (erased.status === 200) expect(await writtenOfRequest(id)).toEqual([]);
        return opened.status === 200 ? 'opened first' : 'erased first';
      });
    });
  });
});
