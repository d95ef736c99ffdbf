import { describe, expect, it } from 'vitest';
import { contactPromiseMs, followUpAfterContactMs } from '#contract/desk/leads.ts';
import { mintId } from '#contract/reference.ts';
import { listEntries } from '#server/audit/service.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startLeads } from '../../tests/support/leads.ts';
import { storeLead } from '../../tests/support/stored-lead.ts';
import { countLate } from './service.ts';

const hourMs = 60 * 60_000;

eachEngine((under) => {
  async function running() {
    const server = await startLeads(under);
    const manager = await server.signInAs('manager', { name: 'Dana Whitcomb' });
    const edit = (id: string, version: number, patch: object) => server.act(manager.cookie, id, '', { version, patch });
    const kinds = async (id: string) => (await server.record(manager.cookie, id)).events.map(({ kind }) => kind);
    return { ...server, manager, edit, kinds };
  }

  describe('R99 a lead at the desk', () => {
    it('is new and due within the promised 24 hours, and late after them', async () => {
      const { send, list, record, clock, manager, signInAs, context } = await running();
      const id = await send('inquiry', { dealership_name: 'Pinecrest Auto Sales' });
      const [row] = (await list(manager.cookie)).rows;
      const dueAt = new Date(clock.now().getTime() + contactPromiseMs).toISOString();
      expect(row).toMatchObject({ id, name: 'Pinecrest Auto Sales', detail: 'Dana Whitlock', status: 'new', dueAt });
      expect(row).toMatchObject({ isPromise: true, forms: 1, similar: null, mine: false, version: 1 });
      expect(await countLate(context.storage, clock.now())).toBe(0);
      expect((await list(manager.cookie, 'late=yes')).rows).toEqual([]);
      clock.advance(contactPromiseMs);
      expect(await countLate(context.storage, clock.now())).toBe(1);
      const { cookie } = await signInAs('viewer');
      expect((await list(cookie, 'late=yes')).rows.map((late) => late.id)).toEqual([id]);
      expect(await record(cookie, id)).toMatchObject({ promisedAt: dueAt, firstContactAt: null });
    });

    it('is marked contacted by an agent, who changes nothing else, and is due again some days later', async () => {
      const { send, act, signInAs, clock, record } = await running();
      const id = await send('intake');
      const agent = await signInAs('agent');
      expect(await record(agent.cookie, id)).toMatchObject({ can: { contact: true, note: true, manage: false } });
      const { status, lead } = await act(agent.cookie, id, 'contacted', { version: 1 });
      const contactedAt = clock.now();
      expect(status).toBe(200);
      expect(lead).toMatchObject({
        status: 'contacted',
        firstContactAt: contactedAt.toISOString(),
        dueAt: new Date(contactedAt.getTime() + followUpAfterContactMs).toISOString(),
        isPromise: false,
        can: { contact: false },
        version: 2,
      });
      expect((await act(agent.cookie, id, '', { version: 2, patch: { status: 'lost' } })).status).toBe(403);
      const viewer = await signInAs('viewer');
      expect((await act(viewer.cookie, id, 'contacted', { version: 2 })).status).toBe(403);
      expect((await act(viewer.cookie, id, 'notes', { id: mintId(), text: 'Hello' })).status).toBe(403);
    });

    it('gets a status, an owner and a follow-up, each in its history with who did it', async () => {
      const { send, edit, clock, manager, addPerson, record, context, list } = await running();
      const id = await send('inquiry');
      const owner = await addPerson('agent', { name: 'Lee Marsh' });
      const followUpAt = new Date(clock.now().getTime() + 100 * hourMs).toISOString();
      const patch = { status: 'qualified', ownerId: owner.id, followUpAt };
      const { status, lead } = await edit(id, 1, patch);
      expect(status).toBe(200);
      expect(lead).toMatchObject({ status: 'qualified', ownerName: 'Lee Marsh', dueAt: followUpAt, isPromise: false });
      const by = 'Dana Whitcomb';
      expect(lead?.events.filter((event) => event.by !== null)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'status', from: 'new', to: 'qualified', by }),
          expect.objectContaining({ kind: 'owner', from: null, to: 'Lee Marsh', by }),
          expect.objectContaining({ kind: 'follow-up', to: followUpAt, by }),
        ]),
      );
      expect((await edit(id, 2, { ownerId: manager.personId })).lead).toMatchObject({ mine: true });
      expect((await list(manager.cookie, 'mine=yes')).rows.map((row) => row.id)).toEqual([id]);
      expect((await edit(id, 3, { ownerId: null, followUpAt: null })).lead).toMatchObject({
        ownerName: null,
        followUpAt: null,
        dueAt: new Date(clock.now().getTime() + followUpAfterContactMs).toISOString(),
      });
      const entries = await listEntries(
        context.storage.db,
        { kind: 'lead', id, action: 'lead-edited' },
        { cursor: undefined, limit: 9 },
      );
      expect(JSON.parse(entries.at(-1)?.detail ?? '')).toEqual({
        fields: ['status', 'owner', 'followUp'],
        from: 'new',
        to: 'qualified',
      });
      expect((await record(manager.cookie, id)).version).toBe(4);
    });

    it('takes no owner who works on no leads, and no follow-up in the past or years away', async () => {
      const { send, edit, clock, addPerson, record, manager } = await running();
      const id = await send('inquiry');
      const nobody = await addPerson(null);
      const viewer = await addPerson('viewer');
      for (const ownerId of [nobody.id, viewer.id, mintId()]) {
        expect((await edit(id, 1, { ownerId })).status, ownerId).toBe(422);
      }
      for (const hours of [-1, 24 * 365 * 3]) {
        const followUpAt = new Date(clock.now().getTime() + hours * hourMs).toISOString();
        expect((await edit(id, 1, { followUpAt })).status, String(hours)).toBe(422);
      }
      expect((await record(manager.cookie, id)).version).toBe(1);
    });

    it('that is won, lost or spam is closed, never hidden, and opens again', async () => {
      const { send, edit, list, manager, clock } = await running();
      const ids = [await send('inquiry'), await send('intake'), await send('inquiry')];
      const closed = ['won', 'lost', 'spam'];
      for (const [at, id] of ids.entries()) {
        clock.advance(1000);
        await edit(id, 1, { status: closed[at] });
      }
      const open = await send('inquiry');
      const shown = async (query: string) => (await list(manager.cookie, query)).rows.map(({ id }) => id);
      expect(await shown('')).toEqual([open]);
      expect(await shown('status=all')).toEqual([open, ...ids.toReversed()]);
      expect(await shown('status=spam')).toEqual([ids[2]]);
      const { lead } = await edit(ids[2] ?? '', 2, { status: 'new' });
      expect(lead).toMatchObject({ status: 'new', closedAt: null, firstContactAt: null, isPromise: true });
      expect(await shown('')).toContain(ids[2]);
    });

    it('that looks suspicious says why, and is found by that', async () => {
      const { send, list, record, manager } = await running();
      await send('inquiry');
      const id = await send('inquiry', {}, { flags: ['honeypot', 'too-fast'] });
      expect((await list(manager.cookie, 'flagged=yes')).rows).toMatchObject([{ id, flags: ['honeypot', 'too-fast'] }]);
      expect((await list(manager.cookie)).rows).toHaveLength(2);
      expect((await record(manager.cookie, id)).parts[0]?.flags).toEqual(['honeypot', 'too-fast']);
    });
  });

  describe('R100 a note about a lead', () => {
    it('is kept once however often it is sent, in who wrote it and when, and a search finds it', async () => {
      const { send, act, manager, signInAs, list, record } = await running();
      const id = await send('inquiry');
      const note = { id: mintId(), text: 'Called, left word with Odalys' };
      const answers = await Promise.all([1, 2, 3].map(() => act(manager.cookie, id, 'notes', note)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const notes = (await record(manager.cookie, id)).events.filter(({ kind }) => kind === 'note');
      expect(notes).toMatchObject([{ by: 'Dana Whitcomb', text: note.text }]);
      expect((await act(manager.cookie, id, 'notes', { ...note, text: 'Other words' })).status).toBe(422);
      const other = await signInAs('agent');
      expect((await act(other.cookie, id, 'notes', note)).status).toBe(422);
      expect((await act(manager.cookie, id, 'notes', { id: mintId(), text: '  ' })).status).toBe(422);
      expect((await list(manager.cookie, 'search=odalys')).rows.map((row) => row.id)).toEqual([id]);
    });

    it('R43 with a number that has no place here is masked before it is stored', async () => {
      const { send, act, manager, context } = await running();
      const id = await send('inquiry');
      const text = 'Her SSN is 123-45-6789, call after six';
      const { lead } = await act(manager.cookie, id, 'notes', { id: mintId(), text });
      expect(lead?.events.find(({ kind }) => kind === 'note')).toMatchObject({
        text: 'Her SSN is [Social Security number removed], call after six',
      });
      const stored = await context.storage.db.selectFrom('search_texts').select('text').execute();
      expect(JSON.stringify(stored)).not.toContain('6789');
    });
  });

  describe('R101 what the dealer sends again', () => {
    it('changes the answers and none of the desk’s work, and whoever edits sees it first', async () => {
      const { send, edit, act, manager, record, kinds } = await running();
      const id = await send('inquiry', { email: 'old@store.example' });
      await edit(id, 1, { status: 'qualified', ownerId: manager.personId });
      await act(manager.cookie, id, 'notes', { id: mintId(), text: 'Wants a demo' });
      const before = await record(manager.cookie, id);
      await send('inquiry', { ...before.parts[0]?.answers, email: 'new@store.example' }, { amends: id });
      const late = await edit(id, before.version, { status: 'won' });
      expect(late.status).toBe(409);
      expect(late.lead).toMatchObject({ status: 'qualified', ownerId: manager.personId, version: before.version + 1 });
      expect(late.lead?.events.find(({ kind }) => kind === 'amended')).toMatchObject({
        changes: [{ field: 'email', from: 'old@store.example', to: 'new@store.example' }],
      });
      expect(await kinds(id)).toContain('note');
      expect((await edit(id, before.version + 1, { status: 'won' })).status).toBe(200);
    });

    it('never opens a lead that is spam, and the list of all shows it with its new answers', async () => {
      const { send, edit, list, manager, record } = await running();
      const id = await send('inquiry', { dealership_name: 'Wayside Classics' });
      await edit(id, 1, { status: 'spam' });
      const { answers } = (await record(manager.cookie, id)).parts[0] ?? { answers: {} };
      await send('inquiry', { ...answers, dealership_name: 'Wayside Classics of Reno' }, { amends: id });
      expect((await list(manager.cookie, 'status=all')).rows).toMatchObject([
        { id, status: 'spam', name: 'Wayside Classics of Reno' },
      ]);
    });

    it('is told with the mails about it and what became of them', async () => {
      const { send, record, manager, context } = await running();
      const id = await send('inquiry', { email: 'dan@pinecrest.example' });
      const { events } = await record(manager.cookie, id);
      expect(events.filter(({ kind }) => kind === 'message')).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ about: 'received', recipient: '', channel: 'mail' }),
          expect.objectContaining({ about: 'confirmation', recipient: 'dan@pinecrest.example', sentAt: null }),
        ]),
      );
      const sentAt = '2026-11-21T21:07:00.000Z';
      await context.storage.db
        .updateTable('messages')
        .set({ state: 'sent', sent_at: sentAt })
        .where('recipient', '=', 'dan@pinecrest.example')
        .execute();
      const told = (await record(manager.cookie, id)).events.find(
        (event) => event.kind === 'message' && event.about === 'confirmation',
      );
      expect(told).toMatchObject({ state: 'sent', sentAt });
    });
  });

  describe('R102 the list of leads', () => {
    it('is read in pages by a cursor, late ones first, without a gap while leads come and go', async () => {
      const { send, edit, list, manager, clock } = await running();
      const ids: string[] = [];
      for (let at = 0; at < 120; at++) {
        clock.advance(1000);
        ids.push(await send('inquiry'));
      }
      for (const id of ids.slice(0, 10)) {
        clock.advance(1000);
        await edit(id, 1, { status: 'lost' });
      }
      const seen: string[] = [];
      let cursor: string | null = '';
      for (let page = 0; cursor !== null; page++) {
        const { rows, cursor: next } = await list(manager.cookie, `status=all${cursor && `&cursor=${cursor}`}`);
        expect(rows.length).toBeLessThanOrEqual(50);
        seen.push(...rows.map(({ id }) => id));
        cursor = next;
        if (page === 0) await send('inquiry');
      }
      expect(seen.slice(0, 110)).toEqual(ids.slice(10));
      expect(seen.slice(-10)).toEqual(ids.slice(0, 10).toReversed());
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toHaveLength(121);
    });

    it('goes on to its next page after follow-ups whose times were written without milliseconds', async () => {
      const { context, list, manager, edit, clock } = await running();
      for (let n = 0; n < 51; n += 1) await storeLead(context.storage, n, `Motors ${n}`);
      const followUpAt = new Date(clock.now().getTime() + 100 * hourMs);
      const rows = await context.storage.db.selectFrom('leads').select(['id', 'version']).execute();
      for (const [n, { id, version }] of rows.entries()) {
        const [moment = ''] = new Date(followUpAt.getTime() + (n % 3) * 1000).toISOString().split('.');
        const { status, lead } = await edit(id, version, { followUpAt: `${moment}Z` });
        expect(status).toBe(200);
        expect(lead).toMatchObject({ dueAt: `${moment}.000Z`, followUpAt: `${moment}.000Z` });
      }
      const first = await list(manager.cookie);
      expect(first.rows).toHaveLength(50);
      expect((await list(manager.cookie, `cursor=${first.cursor}`)).rows).toHaveLength(1);
    });

    it('refuses a cursor that is none of ours', async () => {
      const { desk, manager } = await running();
      for (const cursor of ['x', 'o_2026-11-21_1', "o_2026-11-21T21:06:00.000Z_1';--"]) {
        const answer = await desk('GET', `/api/desk/leads?cursor=${encodeURIComponent(cursor)}`, manager);
        expect(answer.status, cursor).toBe(422);
      }
    });

    it('is filtered by form, status, owner, lateness and flag, and searched', async () => {
      const { send, list, manager, edit } = await running();
      const intake = await send('intake', {
        business_name: 'Cedar Valley Powersports LLC',
        business_phone: '(319) 555-0188',
      });
      const inquiry = await send('inquiry', { dealership_name: 'O’Brien-Núñez Motors' });
      await edit(inquiry, 1, { status: 'contacted' });
      const shown = async (query: string) => (await list(manager.cookie, query)).rows.map(({ id }) => id);
      expect(await shown('form=intake')).toEqual([intake]);
      expect(await shown('status=contacted')).toEqual([inquiry]);
      expect(await shown('form=intake&status=contacted')).toEqual([]);
      expect(await shown('search=cedar%20powersports')).toEqual([intake]);
      expect(await shown('search=319%20555%200188')).toEqual([intake]);
      expect(await shown('search=nunez')).toEqual([inquiry]);
      expect(await shown('search=nobody')).toEqual([]);
      const { reference } = (await list(manager.cookie, 'form=intake')).rows[0] ?? { reference: '' };
      expect(await shown(`search=${reference.toLowerCase().replaceAll('-', '')}`)).toEqual([intake]);
    });
  });
});
