/** Records of dealerships at the desk: made from a lead, edited by several people, closed while something runs. */
import { describe, expect, it } from 'vitest';
import type { DealershipPage, DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { dealershipRefusals } from '#contract/desk/dealerships.ts';
import { sessionPath } from '#contract/portal.ts';
import { mintId } from '#contract/reference.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { requestPath } from '../../tests/support/request-paths.ts';

const path = '/api/desk/dealerships';

eachEngine((under) => {
  async function running() {
    const server = await startDesk(under);
    const { signInAs } = server;
    const [one, other] = [await signInAs('manager'), await signInAs('manager')];
    const desk = (method: 'GET' | 'POST', url: string, body: object = {}, { cookie } = one) =>
      server.desk(method, url, { cookie, body });
    const record = async (id: string) => (await desk('GET', `${path}/${id}`)).json<DealershipRecord>();
    const add = async (body: object) => (await desk('POST', path, { id: mintId(), ...body })).json<DealershipRecord>();
    const lead = async (kind: 'inquiry' | 'intake', params: object = {}) => {
      const id = mintId();
      const base = kind === 'inquiry' ? inquiryParams({ submission_id: id }) : intakeParams({ submission_id: id });
      await server.send(kind, { ...base, ...params });
      return id;
    };
    return { ...server, desk, other, record, add, lead };
  }

  describe('R112 a dealership of a lead', () => {
    it('has what its intake said, marks the lead won, and shows the answers beside the store sheet', async () => {
      const { desk, lead } = await running();
      const leadId = await lead('intake');
      const made = await desk('POST', path, { lead: { id: leadId, version: 1 } });
      expect(made.status).toBe(201);
      expect(made.json()).toMatchObject({
        name: 'Harbor Point Motors',
        phone: '(207) 555-0148',
        address: '14 Commercial Wharf Portland, ME 04101',
        zone: 'America/New_York',
        lead: { id: leadId, kind: 'intake' },
        contacts: [{ name: 'Harbor Point Motors LLC', mail: 'office@harborpoint.example', consent: null }],
        gaps: ['agreement', 'code'],
        history: [{ kind: 'made' }],
      });
      const { sheet } = made.json<DealershipRecord>();
      expect(sheet.intake).toContainEqual({ field: null, label: 'Dealer type', value: 'Independent' });
      expect(sheet.fields.dms.value).toBe('');
      const { json } = await desk('GET', `/api/desk/leads/${leadId}`);
      expect(json()).toMatchObject({ status: 'won', dealershipId: made.json<DealershipRecord>().id });
      expect((await desk('POST', path, { lead: { id: mintId(), version: 1 } })).text).toBe(
        dealershipRefusals.noSuchLead.text,
      );
    });

    it('is one, however many people press at the same instant', async () => {
      const { desk, lead, other, context } = await running();
      for (let round = 0; round < 12; round += 1) {
        const leadId = await lead('inquiry', { dealership_name: `Store ${round}`, email: `s${round}@store.example` });
        const seen = { lead: { id: leadId, version: 1 } };
        const answers = await Promise.all([
          desk('POST', path, seen),
          desk('POST', path, seen, other),
          desk('POST', path, seen),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
        expect(new Set(answers.map((answer) => answer.json<DealershipRecord>().id)).size).toBe(1);
        const rows = await context.storage.db
          .selectFrom('dealerships')
          .select('id')
          .where('lead_id', '=', leadId)
          .execute();
        expect(rows).toHaveLength(1);
      }
    });

    it('is not made of a lead that changed since it was seen: the later person reads the lead as it stands', async () => {
      const { desk, lead, other, context } = await running();
      const atOnce = createAtOnce(context.storage);
      await playRounds(12, ['lost', 'made'], async (round) => {
        const leadId = await lead('inquiry', { dealership_name: `Lot ${round}`, email: `l${round}@store.example` });
        const [made, lost] = await atOnce([
          () => desk('POST', path, { lead: { id: leadId, version: 1 } }),
          () => desk('POST', `/api/desk/leads/${leadId}`, { version: 1, patch: { status: 'lost' } }, other),
        ]);
        expect([made.status, lost.status].toSorted()).toEqual(made.status === 409 ? [200, 409] : [201, 409]);
        const stored = await context.storage.db
          .selectFrom('dealerships')
          .select('id')
          .where('lead_id', '=', leadId)
          .execute();
        const { status } = (await desk('GET', `/api/desk/leads/${leadId}`)).json<{ status: string }>();
        if (made.status === 409) {
          expect(made.json()).toMatchObject({ parts: [{ id: leadId }], status: 'lost', version: 2 });
          expect([status, stored.length]).toEqual(['lost', 0]);
          return 'lost';
        }
        expect([status, stored.length]).toEqual(['won', 1]);
        return 'made';
      });
      const leadId = await lead('inquiry', { dealership_name: 'Lot of twice', email: 'twice@store.example' });
      await desk('POST', `/api/desk/leads/${leadId}`, { version: 1, patch: { status: 'qualified' } }, other);
      const early = await desk('POST', path, { lead: { id: leadId, version: 1 } });
      expect([early.status, early.json<{ version: number }>().version]).toEqual([409, 2]);
      expect((await desk('POST', path, { lead: { id: leadId, version: 2 } })).status).toBe(201);
      // The dealership exists by now, so an old version of the lead finds it as well.
      expect((await desk('POST', path, { lead: { id: leadId, version: 1 } })).status).toBe(200);
    });

    it('R522 by hand is one for its id and its words, and asks for the zone where an address leaves a doubt', async () => {
      const { desk, lead } = await running();
      const id = mintId();
      const body = { id, name: 'Ridgeview RV', phone: '(303) 555-0166' };
      const answers = await Promise.all([desk('POST', path, body), desk('POST', path, body)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
      // The response to a press was lost, and the form is sent again with other values.
      for (const other of [{ name: 'Another Store' }, { phone: '(303) 555-0177' }]) {
        const refused = await desk('POST', path, { ...body, ...other });
        expect([refused.status, refused.text]).toEqual([422, dealershipRefusals.idTaken.text]);
      }
      expect((await desk('POST', path, body)).json()).toMatchObject({ id, name: 'Ridgeview RV' });
      const doubtful = await desk('POST', path, {
        lead: { id: await lead('inquiry', { dealer_address: '8 Elm St, Evansville, IN 47708' }), version: 1 },
      });
      expect(doubtful.json()).toMatchObject({ zone: null, gaps: expect.arrayContaining(['zone']) });
    });
  });

  describe('R113 a record that two people edit', () => {
    it('is written once for a version, whoever renames it meanwhile', async () => {
      const { desk, add, other, record } = await running();
      const { id } = await add({ name: 'Alder Creek Motors' });
      for (let round = 0; round < 12; round += 1) {
        const { version } = await record(id);
        const answers = await Promise.all([
          desk('POST', `${path}/${id}`, { version, patch: { name: `Alder ${round}` } }),
          desk('POST', `${path}/${id}`, { version, patch: { phone: `(303) 555-01${10 + round}` } }, other),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        const now = await record(id);
        expect(now.version).toBe(version + 1);
        for (const answer of answers) expect(answer.json()).toMatchObject({ version: version + 1, name: now.name });
      }
    });

    it('refuses what cannot be stored, in the words of the form', async () => {
      const { desk, add } = await running();
      const { id, version } = await add({ name: 'Alder Creek Motors' });
      const edit = async (patch: object) => (await desk('POST', `${path}/${id}`, { version, patch })).text;
      expect(await edit({ name: '  ' })).toBe(dealershipRefusals.badName.text);
      expect(await edit({ phone: 'ask for Dana' })).toBe(dealershipRefusals.badPhone.text);
      expect(await edit({ zone: 'Mars/Olympus' })).toBe(dealershipRefusals.badZone.text);
      const contact = { id: mintId(), name: 'Dana', role: '', phone: '', mail: 'a@b.example, c@d.example' };
      expect(await edit({ contacts: [contact] })).toBe(dealershipRefusals.badContact.text);
      const day = { opens: '09:00', closes: '09:00' };
      expect(await edit({ hours: [day, day, day, day, day, day, null] })).toBe(dealershipRefusals.badHours.text);
    });
  });

  describe('R560 a contact that somebody took off', () => {
    it('is made again by no save of whoever had it open, and a new one may be added', async () => {
      const { desk, add, other } = await running();
      const { id } = await add({ name: 'Alder Creek Motors' });
      const kim = { id: mintId(), name: 'Kim Lott', role: '', phone: '', mail: 'kim@lott.example' };
      const save = (version: number, contacts: object[], by = other) =>
        desk('POST', `${path}/${id}`, { version, patch: { contacts } }, by);
      expect((await save(1, [kim])).status).toBe(200);
      expect((await save(2, [])).status).toBe(200);
      const again = await save(3, [{ ...kim, role: 'General manager' }]);
      expect([again.status, again.text]).toEqual([422, dealershipRefusals.contactEnded.text]);
      const anew = await save(3, [{ ...kim, id: mintId() }]);
      expect(anew.json<DealershipRecord>().contacts).toMatchObject([{ name: 'Kim Lott' }]);
    });
  });

  describe('R114 closing an account', () => {
    it('ends its codes and sessions, keeps a request that runs alive to its end, and can be undone', async () => {
      const { desk, add, context, sessionFor, ask, call, current, open, record, linksOf, agent } = await running();
      const { id } = await add({ name: 'Alder Creek Motors' });
      await desk('POST', `${path}/${id}`, { version: 1, patch: { agreementDate: '2026-11-02' } });
      const { code } = await context.codes.issue(id, null);
      const token = await sessionFor(code);
      const requestId = await ask(token, { dealership_id: id, dealershipName: 'Alder Creek Motors' });
      const viewToken = (await current(token))?.viewToken ?? '';
      const { version } = await record(id);
      const closed = await desk('POST', `${path}/${id}/close`, { version });
      expect(closed.json()).toMatchObject({ closedAt: expect.any(String), codes: [{ state: 'revoked' }] });
      expect((await call('GET', sessionPath, token)).status).toBe(401);
      expect((await open(code)).status).toBe(401);
      await expect(context.codes.issue(id, null)).rejects.toThrow(
        expect.objectContaining({ name: 'DealershipGoneError' }),
      );

      // The tab with the request can follow it to its end, and so can the finance manager.
      expect((await call('GET', requestPath(requestId), viewToken)).status).toBe(200);
      const [link] = Object.values(await linksOf(requestId));
      expect((await agent(link ?? '', 'accept')).status).toBe(200);
      expect((await call('GET', requestPath(requestId), viewToken)).json()).toMatchObject({ state: 'accepted' });

      const list = async (filter: string) =>
        (await desk('GET', `${path}?filter=${filter}`)).json<DealershipPage>().rows.map((row) => row.id);
      expect([await list('closed'), (await list('active')).includes(id)]).toEqual([[id], false]);
      const change = { version: version + 1, patch: { name: 'Other' } };
      expect((await desk('POST', `${path}/${id}`, change)).text).toBe(dealershipRefusals.isClosed.text);
      await desk('POST', `${path}/${id}/reopen`, { version: version + 1 });
      expect((await open(code)).status).toBe(401);
      expect((await open((await context.codes.issue(id, null)).code)).status).toBe(200);
    });

    it('while a request is made leaves the request made or refused, and never a code that opens', async () => {
      const { add, desk, context, sessionFor, press, open } = await running();
      const { id } = await add({ name: 'Alder Creek Motors', phone: '(303) 555-0166' });
      await desk('POST', `${path}/${id}`, { version: 1, patch: { agreementDate: '2026-11-02' } });
      for (let round = 0; round < 10; round += 1) {
        const { code } = await context.codes.issue(id, null);
        const token = await sessionFor(code);
        const request_id = mintId();
        const asked = { request_id, dealership_id: id, dealershipName: 'Alder Creek Motors' };
        const [answer] = await Promise.all([press(token, asked), context.dealerships.close(null, { id })]);
        const found = await context.agentRequests.find(request_id);
        expect(found !== undefined).toBe(answer.text === '{"success":true}');
        if (found) expect(found.ended_at).toBeNull();
        expect((await open(code, `10.8.0.${round}`)).status).toBe(401);
        await context.dealerships.reopen(null, { id });
      }
    });
  });

  describe('R119 the list of dealerships', () => {
    it('shows what a filter and a search ask for, page by page, and removes samples', async () => {
      const { desk, add, context } = await running();
      const { id } = await add({ name: 'Zephyr Motors', phone: '(303) 555-0166', address: '1 Mesa Rd, Santa Fe, NM' });
      const names = async (query: string) =>
        (await desk('GET', `${path}?${query}`)).json<DealershipPage>().rows.map(({ name }) => name);
      expect(await names('search=zeph')).toEqual(['Zephyr Motors']);
      expect(await names('search=3035550166')).toEqual(['Zephyr Motors']);
      expect(await names('filter=no-agreement')).toEqual(['Zephyr Motors']);
      expect(await names('filter=samples')).toHaveLength(8);
      await context.dealerships.edit(null, { id }, { agreementDate: '2026-11-02' });
      expect(await names('filter=no-agreement')).toEqual([]);
      expect(await names('filter=no-code')).toHaveLength(9);
      const { number } = await context.codes.issue(id, null);
      expect(await names('filter=never-used')).toEqual(['Zephyr Motors']);
      const revoked = await desk('POST', `/api/desk/codes/${number}/revoke`);
      expect(revoked.json()).toMatchObject({ number, dealershipName: 'Zephyr Motors', state: 'revoked' });
      for (let more = 0; more < 60; more += 1) await context.dealerships.add(null, { name: `Store ${100 + more}` });
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: DealershipPage = (await desk('GET', `${path}?${cursor && `cursor=${cursor}`}`)).json();
        seen.push(...page.rows.map(({ name }) => name));
        cursor = page.cursor;
      }
      expect(seen).toHaveLength(69);
      expect(new Set(seen).size).toBe(69);
      expect((await desk('GET', `${path}?cursor=none`)).status).toBe(422);
      expect((await desk('POST', `${path}/${id}/remove`)).text).toBe(dealershipRefusals.notASample.text);
      expect((await desk('POST', '/api/desk/dealership-samples/remove')).json()).toEqual({ removed: 8 });
      expect(await names('filter=samples')).toEqual([]);
    });

    it('keeps a sample that becomes the operator’s while somebody removes the samples', async () => {
      const { desk, add, context } = await running();
      const atOnce = createAtOnce(context.storage);
      await playRounds(12, ['kept', 'removed'], async (round) => {
        const { id, version } = await add({ name: `Sample ${round}` });
        const stored = context.storage.db.updateTable('dealerships').set({ sample_at: context.now().toISOString() });
        await stored.where('id', '=', id).execute();
        const remove = round % 2 === 0 ? `${path}/${id}/remove` : '/api/desk/dealership-samples/remove';
        const [edited] = await atOnce([
          () => desk('POST', `${path}/${id}`, { version, patch: { name: `Own ${round}` } }),
          () => desk('POST', remove),
        ]);
        const shown = await desk('GET', `${path}/${id}`);
        expect(shown.status, `round ${round}`).toBe(edited.status === 200 ? 200 : 404);
        return edited.status === 200 ? 'kept' : 'removed';
      });
    });

    it('shows no code and no hash of one to anybody', async () => {
      const { desk, add, context } = await running();
      const { id } = await add({ name: 'Zephyr Motors' });
      await context.dealerships.edit(null, { id }, { agreementDate: '2026-11-02' });
      const { code } = await context.codes.issue(id, null);
      const { hash } = await context.storage.db
        .selectFrom('access_codes')
        .select('hash')
        .where('dealership_id', '=', id)
        .executeTakeFirstOrThrow();
      const shown = [await desk('GET', `${path}/${id}`), await desk('GET', '/api/desk/codes')].map(({ text }) => text);
      for (const text of shown)
        for (const secret of [code, code.replaceAll('-', ''), hash]) expect(text).not.toContain(secret);
      expect(shown.join()).toContain('Zephyr Motors');
    });
  });
});
