import { describe, expect, it, vi } from 'vitest';
import { contactPromiseMs } from '#contract/desk/leads.ts';
import { mintId } from '#contract/reference.ts';
import { playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { startJoining } from '../../tests/support/leads.ts';

vi.setConfig({ testTimeout: 60_000 });

eachEngineRounds((under, { describeOnce }) => {
  const running = () => startJoining(under);

  describeOnce('R103 leads of the same people', () => {
    it.each([
      ['phone', { business_phone: '+1 570.555.0164' }, { phone_number: '(570) 555-0164' }],
      ['mail', { business_email: 'Dan@Pinecrest.example' }, { email: 'dan+leads@pinecrest.example' }],
      ['name', { business_name: 'Pinecrest Auto Sales, L.L.C.' }, { dealership_name: 'The Pinecrest Auto Sales' }],
    ] as const)('are suggested for the same %s, however it is written', async (reason, intake, inquiry) => {
      const { send, record, list, dana, clock } = await running();
      const first = await send('inquiry', inquiry);
      clock.advance(1000);
      const second = await send('intake', intake);
      clock.advance(1000);
      await send('intake');
      expect((await record(dana.cookie, second)).similarLeads).toMatchObject([{ id: first, reasons: [reason] }]);
      expect((await record(dana.cookie, first)).similarLeads).toMatchObject([{ id: second, reasons: [reason] }]);
      const similar = (await list(dana.cookie)).rows.map((row) => row.similar);
      expect(similar).toEqual([reason, reason, null]);
    });

    it('R1019 are judged in the figures by the first of their forms, whichever of them is kept', async () => {
      const { send, record, join, edit, signInAs, clock, context } = await running();
      const hour = 3_600_000;
      const first = await send('inquiry');
      clock.advance(30 * hour);
      const second = await send('intake');
      clock.advance(hour);
      const { cookie } = await signInAs('manager');
      await join(cookie, await record(cookie, second), await record(cookie, first));
      const counted = async () => (await context.figures.view({ period: 'four-weeks' }))?.leads;
      expect(await counted()).toMatchObject({ leads: 1, promised: 1, withinPromise: 0 });
      const lead = await record(cookie, second);
      expect((await edit(cookie, second, lead.version, { status: 'contacted' })).status).toBe(200);
      expect(await counted()).toMatchObject({
        promised: 1,
        withinPromise: 0,
        firstContact: { count: 1, medianMs: 31 * hour },
      });
    });

    it('are not suggested any more once somebody said that they are not, for that pair alone', async () => {
      const { send, record, list, join, tellApart, dana, lee, act, context } = await running();
      const phone = '(570) 555-0164';
      const [one, two, three] = [
        await send('inquiry', { phone_number: phone }),
        await send('intake', { business_phone: phone }),
        await send('inquiry', { phone_number: phone }),
      ];
      const read = (id: string) => record(dana.cookie, id);
      const suggestedTo = async (id: string) => (await read(id)).similarLeads.map((other) => other.id).toSorted();
      expect(await suggestedTo(one)).toEqual([two, three].toSorted());
      const told = await tellApart(dana.cookie, await read(one), await read(two));
      expect(told.status).toBe(200);
      expect(told.lead?.similarLeads).toMatchObject([{ id: three }]);
      expect([await suggestedTo(one), await suggestedTo(two), await suggestedTo(three)]).toEqual([
        [three],
        [three],
        [one, two].toSorted(),
      ]);
      // A second press says the same and is not noted again, and the list shows what is left.
      expect((await tellApart(lee.cookie, await read(two), await read(one))).status).toBe(200);
      expect((await list(dana.cookie)).rows.map(({ similar }) => similar)).toEqual(['phone', 'phone', 'phone']);
      for (const [id, other] of [
        [one, three],
        [two, three],
      ] as const) {
        await tellApart(dana.cookie, await read(id), await read(other));
      }
      expect((await list(dana.cookie)).rows.map(({ similar }) => similar)).toEqual([null, null, null]);
      // New answers of one of them change nothing about it; another form of the same number is suggested to all.
      const four = await send('inquiry', { phone_number: phone });
      expect(await suggestedTo(one)).toEqual([four]);
      await join(dana.cookie, await read(one), await read(four));
      expect(await suggestedTo(two)).toEqual([one]);
      const entries = await context.storage.db
        .selectFrom('audit_entries')
        .select('by_id')
        .where('action', '=', 'leads-told-apart')
        .execute();
      expect(entries.map(({ by_id }) => by_id)).toEqual([dana.personId, dana.personId, dana.personId]);
      expect((await act(dana.cookie, one, 'apart', { version: 0, from: two })).status).toBe(409);
      expect((await act(dana.cookie, one, 'apart', { version: (await read(one)).version, from: four })).status).toBe(
        422,
      );
      expect((await act(dana.cookie, one, 'apart', { version: 1, from: mintId() })).status).toBe(404);
    });

    it('R535 nothing is kept about a pair of which one was erased', async () => {
      const { send, record, tellApart, suggestAgain, dana, context } = await running();
      const phone = '(570) 555-0164';
      const [one, two] = [
        await send('inquiry', { phone_number: phone }),
        await send('intake', { business_phone: phone }),
      ];
      const [kept, erased] = [await record(dana.cookie, one), await record(dana.cookie, two)];
      const erasedAt = new Date().toISOString();
      await context.storage.db.updateTable('leads').set({ erased_at: erasedAt }).where('id', '=', two).execute();
      for (const pair of [[kept, erased] as const, [erased, kept] as const]) {
        expect((await tellApart(dana.cookie, ...pair)).status).toBe(422);
        expect((await suggestAgain(dana.cookie, ...pair)).status).toBe(422);
      }
      expect(await context.storage.db.selectFrom('leads_apart').selectAll().execute()).toEqual([]);
    });

    it('R221 are suggested again once somebody takes back that they are not, from either side', async () => {
      const { send, record, list, join, tellApart, suggestAgain, dana, lee, act, context } = await running();
      const phone = '(570) 555-0164';
      const [one, two, three] = [
        await send('inquiry', { phone_number: phone }),
        await send('intake', { business_phone: phone, business_name: 'Pinecrest Auto Sales' }),
        await send('inquiry', { phone_number: phone }),
      ];
      const read = (id: string) => record(dana.cookie, id);
      const shown = async (id: string) => {
        const { similarLeads, dismissedLeads } = await read(id);
        return { similar: similarLeads.map((other) => other.id), dismissed: dismissedLeads.map((other) => other.id) };
      };
      await tellApart(lee.cookie, await read(one), await read(two));
      expect(await shown(one)).toEqual({ similar: [three], dismissed: [two] });
      expect(await shown(two)).toEqual({ similar: [three], dismissed: [one] });
      expect((await read(one)).dismissedLeads).toMatchObject([
        { form: 'intake', name: 'Pinecrest Auto Sales', dismissedBy: 'Lee Marsh' },
      ]);
      // What joins either of them is shown as a part of it, and what was said of the form alone is taken back with it.
      await join(dana.cookie, await read(one), await read(three));
      expect(await shown(two)).toEqual({ similar: [one], dismissed: [] });
      await tellApart(lee.cookie, await read(one), await read(two));
      expect(await shown(two)).toEqual({ similar: [], dismissed: [one] });
      const taken = await suggestAgain(dana.cookie, await read(two), await read(one));
      expect(taken).toMatchObject({ status: 200, lead: { similarLeads: [{ id: one }], dismissedLeads: [] } });
      expect((await list(dana.cookie)).rows.map(({ similar }) => similar)).toEqual(['phone', 'phone']);
      expect(await context.storage.db.selectFrom('leads_apart').selectAll().execute()).toEqual([]);
      // A second press says the same and is not noted again.
      expect((await suggestAgain(lee.cookie, await read(one), await read(two))).status).toBe(200);
      const entries = await context.storage.db
        .selectFrom('audit_entries')
        .select('by_id')
        .where('action', '=', 'leads-suggested-again')
        .execute();
      expect(entries).toEqual([{ by_id: dana.personId }]);
      const { version } = await read(one);
      for (const [body, status] of [
        [{ version: version - 1, other: two }, 200],
        [{ version, other: three }, 422],
        [{ version, other: mintId() }, 404],
      ] as const) {
        expect((await act(dana.cookie, one, 'suggest-again', body)).status).toBe(status);
      }
    });

    it('R1099 are neither told apart nor suggested again by a press that comes after it was taken back', async () => {
      const { send, record, tellApart, suggestAgain, dana } = await running();
      const phone = '(570) 555-0164';
      const one = await send('inquiry', { phone_number: phone });
      const two = await send('intake', { business_phone: phone });
      const read = async () => [await record(dana.cookie, one), await record(dana.cookie, two)] as const;
      const first = await read();
      expect((await tellApart(dana.cookie, ...first)).status).toBe(200);
      // The same press again, while it stands as it wants.
      expect((await tellApart(dana.cookie, ...first)).status).toBe(200);
      const second = await read();
      expect((await suggestAgain(dana.cookie, ...second)).status).toBe(200);
      expect((await tellApart(dana.cookie, ...first)).status).toBe(409);
      expect((await read())[0].similarLeads).toHaveLength(1);
      expect((await tellApart(dana.cookie, ...(await read()))).status).toBe(200);
      expect((await suggestAgain(dana.cookie, ...second)).status).toBe(409);
      expect((await read())[0].similarLeads).toEqual([]);
    });

    it('are joined by hand, shown as one with both forms and both histories, and parted again', async () => {
      const { send, record, list, dana, lee, act, edit, join, clock } = await running();
      const inquiry = await send('inquiry', { phone_number: '(570) 555-0164', dealership_name: 'Pinecrest' });
      clock.advance(600_000);
      const intake = await send('intake', { business_phone: '570 555 0164', business_name: 'Pinecrest Auto Sales' });
      await edit(lee.cookie, inquiry, 1, { status: 'contacted', ownerId: lee.personId });
      await act(lee.cookie, inquiry, 'notes', { id: mintId(), text: 'called, no answer' });
      const before = await record(dana.cookie, inquiry);
      const { status, lead } = await join(dana.cookie, await record(dana.cookie, intake), before);
      expect(status).toBe(200);
      expect(lead).toMatchObject({
        id: intake,
        forms: 2,
        status: 'contacted',
        ownerName: 'Lee Marsh',
        similarLeads: [],
      });
      expect(lead?.firstContactAt).toBe(before.firstContactAt);
      expect(lead?.promisedAt).toBe(new Date(Date.parse(before.createdAt) + contactPromiseMs).toISOString());
      expect(lead?.parts.map(({ form }) => form)).toEqual(['intake', 'inquiry']);
      const received = lead?.events.filter(({ kind }) => kind === 'received').map(({ at }) => at);
      expect(received).toHaveLength(2);
      expect(lead?.events).toContainEqual(expect.objectContaining({ kind: 'note', text: 'called, no answer' }));
      expect(lead?.events).toContainEqual(expect.objectContaining({ kind: 'joined', by: 'Dana Whitcomb' }));
      expect((await list(dana.cookie)).rows).toMatchObject([{ id: intake, forms: 2, similar: null }]);
      expect((await record(dana.cookie, inquiry)).id).toBe(intake);
      for (const search of [before.reference, 'pinecrest', 'no%20answer']) {
        expect(
          (await list(dana.cookie, `search=${search}`)).rows.map(({ id }) => id),
          search,
        ).toEqual([intake]);
      }
      const parted = await act(dana.cookie, intake, 'part', { version: lead?.version, part: inquiry });
      expect(parted.lead).toMatchObject({ id: intake, forms: 1, status: 'contacted' });
      const again = await record(dana.cookie, inquiry);
      expect(again).toMatchObject({ id: inquiry, status: 'contacted', ownerName: 'Lee Marsh', forms: 1 });
      expect(again.events).toContainEqual(expect.objectContaining({ kind: 'parted', by: 'Dana Whitcomb' }));
      expect((await list(dana.cookie, 'search=no%20answer')).rows.map(({ id }) => id)).toEqual([inquiry]);
      expect((await list(dana.cookie)).rows).toHaveLength(2);
    });

    it('cannot be joined with themselves, nor parted when they are not joined', async () => {
      const { send, record, dana, act, join } = await running();
      const [one, other] = [await send('inquiry'), await send('inquiry')];
      const lead = await record(dana.cookie, one);
      expect((await join(dana.cookie, lead, lead)).status).toBe(422);
      const part = (part: string) => act(dana.cookie, one, 'part', { version: lead.version, part });
      expect((await part(other)).status).toBe(422);
      expect((await part(one)).status).toBe(422);
      expect((await part(mintId())).status).toBe(404);
    });

    it('what the dealer amends of a joined form is the lead’s, and its version grows', async () => {
      const { send, record, list, dana, join } = await running();
      const [inquiry, intake] = [await send('inquiry'), await send('intake')];
      const { lead } = await join(dana.cookie, await record(dana.cookie, intake), await record(dana.cookie, inquiry));
      await send('inquiry', { dealership_name: 'Bluegrass Classics' }, { amends: inquiry });
      const now = await record(dana.cookie, intake);
      expect(now.version).toBe((lead?.version ?? 0) + 1);
      expect(now.parts[1]?.answers['dealership_name']).toBe('Bluegrass Classics');
      expect((await list(dana.cookie, 'search=bluegrass')).rows.map(({ id }) => id)).toEqual([intake]);
    });
  });

  describe('R104 at the same instant', () => {
    it('two people edit one lead: one is taken, and the other reads what changed before they decide', async () => {
      const { send, dana, lee, edit, record, atOnce } = await running();
      await playRounds(12, ['qualified', 'lost'], async () => {
        const id = await send('inquiry');
        const answers = await atOnce([
          () => edit(dana.cookie, id, 1, { status: 'qualified' }),
          () => edit(lee.cookie, id, 1, { status: 'lost' }),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const taken = answers.find(({ status }) => status === 200)?.lead;
        const refused = answers.find(({ status }) => status === 409)?.lead;
        expect(refused?.status).toBe(taken?.status);
        const decided = await edit(lee.cookie, id, refused?.version ?? 0, { status: 'lost' });
        expect(decided.status).toBe(200);
        const { events, version } = await record(dana.cookie, id);
        const steps = events.filter(({ kind }) => kind === 'status');
        expect(steps).toHaveLength(version - 1);
        return taken?.status ?? '';
      });
    });

    it('one edits what another joins: the edit is in the lead, or its author decides', async () => {
      const { send, dana, lee, edit, join, record, atOnce } = await running();
      await playRounds(12, ['edited', 'joined'], async (round) => {
        const [keptId, otherId] = [await send('intake'), await send('inquiry')];
        const [kept, other] = [await record(dana.cookie, keptId), await record(dana.cookie, otherId)];
        const edited = round % 2 === 0 ? otherId : keptId;
        const [edit1, join1] = await atOnce([
          () => edit(lee.cookie, edited, 1, { status: 'qualified' }),
          () => join(dana.cookie, kept, other),
        ]);
        expect([edit1.status, join1.status].sort(), `round ${round}`).toEqual([200, 409]);
        const now = await record(dana.cookie, keptId);
        if (edit1.status === 200) {
          const joined = await join(dana.cookie, now, await record(dana.cookie, otherId));
          expect(joined.lead).toMatchObject({ forms: 2, status: 'qualified' });
          return 'edited';
        }
        expect(edit1.lead).toMatchObject({ id: keptId, forms: 2, status: 'new' });
        return 'joined';
      });
    });

    it('two join the same leads, each into the other: they are one lead, with one of the two kept', async () => {
      const { send, dana, lee, join, record, list, atOnce } = await running();
      let played = 0;
      await playRounds(12, ['the first kept', 'the second kept'], async (round) => {
        const ids = [await send('intake'), await send('inquiry')];
        const [one, other] = [await record(dana.cookie, ids[0] ?? ''), await record(dana.cookie, ids[1] ?? '')];
        const answers = await atOnce([() => join(dana.cookie, one, other), () => join(lee.cookie, other, one)]);
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses, `round ${round}`).toEqual([200, 422]);
        played += 1;
        return answers[0].status === 200 ? 'the first kept' : 'the second kept';
      });
      const { rows } = await list(dana.cookie);
      expect(rows.map(({ forms }) => forms)).toEqual(Array(played).fill(2));
    });

    it('R1245 two join the same two leads at once, or one presses twice: both are done, and it is noted once', async () => {
      const { send, dana, lee, join, record, act, atOnce } = await running();
      await playRounds(12, ['Dana', 'Lee'], async () => {
        const [one, other] = [
          await record(dana.cookie, await send('inquiry')),
          await record(dana.cookie, await send('intake')),
        ];
        const answers = await atOnce([() => join(dana.cookie, one, other), () => join(lee.cookie, one, other)]);
        answers.push(await join(dana.cookie, one, other));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        const lead = await record(dana.cookie, one.id);
        for (const answer of answers)
          expect(answer.lead).toMatchObject({ id: one.id, version: lead.version, forms: 2 });
        // Joined the other way round it is another lead.
        expect((await join(dana.cookie, other, one)).status).toBe(422);
        const by = lead.events.flatMap((event) => (event.kind === 'joined' ? [event.by] : []));
        expect(by).toHaveLength(1);
        await act(dana.cookie, one.id, 'part', { version: lead.version, part: other.id });
        expect((await join(dana.cookie, one, other)).status).toBe(409);
        return by[0]?.startsWith('Dana') ? 'Dana' : 'Lee';
      });
    });

    it('one joins two leads while another says that they are not the same: both are told the truth', async () => {
      const { send, dana, lee, join, tellApart, record, context, atOnce } = await running();
      await playRounds(12, ['apart first', 'joined first'], async (round) => {
        const phone = `(571) 555-${String(1000 + round)}`;
        const ids = [await send('inquiry', { phone_number: phone }), await send('intake', { business_phone: phone })];
        const [one, other] = [await record(dana.cookie, ids[0] ?? ''), await record(dana.cookie, ids[1] ?? '')];
        const [joined, told, again] = await atOnce([
          () => join(dana.cookie, one, other),
          () => tellApart(lee.cookie, one, other),
          () => tellApart(dana.cookie, other, one),
        ]);
        // Whoever said so before the join is answered as taken; after it there is one lead, or another version of it.
        for (const { status } of [told, again]) expect([200, 409, 422]).toContain(status);
        const lead = await record(dana.cookie, one.id);
        expect(lead.similarLeads).toEqual([]);
        const taken = [told, again].filter(({ status }) => status === 200).length;
        // Whoever joins after that reads that the lead has changed.
        expect([joined.status, lead.forms], `round ${round}`).toEqual(taken === 0 ? [200, 2] : [409, 1]);
        const pairs = await context.storage.db
          .selectFrom('leads_apart')
          .select('other_id')
          .where('lead_id', '=', one.id)
          .execute();
        expect(pairs.map(({ other_id }) => other_id)).toEqual(taken === 0 ? [] : [other.id]);
        return taken > 0 ? 'apart first' : 'joined first';
      });
    });

    it('R221 one says that two are not the same while another takes it back: both sides of the pair agree', async () => {
      const { send, dana, lee, tellApart, suggestAgain, record, context, atOnce } = await running();
      const ids = [
        await send('inquiry', { phone_number: '(571) 555-0188' }),
        await send('intake', { business_phone: '(571) 555-0188' }),
      ];
      await playRounds(12, ['apart', 'suggested'], async (round) => {
        const [one, other] = [await record(dana.cookie, ids[0] ?? ''), await record(dana.cookie, ids[1] ?? '')];
        const outcomes = await atOnce([
          () => tellApart(lee.cookie, one, other),
          () => suggestAgain(dana.cookie, other, one),
          () => tellApart(dana.cookie, other, one),
          () => suggestAgain(lee.cookie, one, other),
        ]);
        // Whoever comes after another press on the same lead reads that it has changed, unless it stands as they want.
        for (const { status } of outcomes) expect([200, 409], `round ${round}`).toContain(status);
        expect(outcomes.map(({ status }) => status)).toContain(200);
        const pairs = await context.storage.db.selectFrom('leads_apart').select('lead_id').execute();
        expect([0, 2]).toContain(pairs.length);
        const shown = [await record(dana.cookie, one.id), await record(dana.cookie, other.id)];
        const isApart = pairs.length > 0;
        expect(shown.map(({ dismissedLeads }) => dismissedLeads.length)).toEqual(isApart ? [1, 1] : [0, 0]);
        expect(shown.map(({ similarLeads }) => similarLeads.length)).toEqual(isApart ? [0, 0] : [1, 1]);
        return isApart ? 'apart' : 'suggested';
      });
    });

    it('a dealer amends while somebody edits and somebody else joins: nothing is lost', async () => {
      const { send, dana, lee, edit, join, act, record, atOnce } = await running();
      await playRounds(12, ['edited', 'joined', 'amended'], async (round) => {
        const [keptId, otherId] = [await send('intake'), await send('inquiry')];
        const [kept, other] = [await record(dana.cookie, keptId), await record(dana.cookie, otherId)];
        const noteId = mintId();
        const [, edited, joined] = await atOnce([
          () => send('inquiry', { dealership_name: `Amended ${round}` }, { amends: otherId }),
          () => edit(lee.cookie, otherId, 1, { status: 'contacted' }),
          () => join(dana.cookie, kept, other),
          () => act(lee.cookie, otherId, 'notes', { id: noteId, text: 'a note' }),
        ]);
        const lead = await record(dana.cookie, otherId);
        const form = lead.parts.find(({ id }) => id === otherId);
        expect(form?.answers['dealership_name']).toBe(`Amended ${round}`);
        expect(lead.events.filter(({ kind }) => kind === 'amended')).toHaveLength(1);
        expect(lead.events.filter(({ key }) => key === noteId)).toHaveLength(1);
        expect(lead.forms).toBe(joined.status === 200 ? 2 : 1);
        expect(lead.status).toBe(edited.status === 200 ? 'contacted' : 'new');
        expect(lead.events.filter(({ kind }) => kind === 'status')).toHaveLength(edited.status === 200 ? 1 : 0);
        const [isEdited, isJoined] = [edited.status === 200, joined.status === 200];
        return isJoined ? 'joined' : isEdited ? 'edited' : 'amended';
      });
    });
  });
});
