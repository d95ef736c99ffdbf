/** Two people or two tabs act on one request at the same moment, by link and at the desk, many times. Each outcome is counted. */
import { expect, it, vi } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import { handOffForMs } from '#contract/desk/board.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { type SignedIn, startDesk } from '../../tests/support/desk.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';
import { nothingTold } from '../../tests/support/hand-off.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';

vi.setConfig({ testTimeout: 120_000 });

const rounds = roundsOf(15);

eachEngineAlways((under) => {
  async function start() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const server = await startDesk(under, wideLimits, { now: clock.now });
    const { context, desk, ask, historyOf } = server;
    const { db } = context.storage;
    const token = await server.sessionFor(server.shared.code);
    const [ana, ben] = [
      await server.signInAs('agent', { name: 'Ana Ruiz' }),
      await server.signInAs('agent', { name: 'Ben Cole' }),
    ];
    const step = (id: string, name: string, { cookie }: SignedIn, body: object = {}) =>
      desk('POST', `/api/desk/requests/${id}/${name}`, { cookie, body });
    return {
      ...server,
      clock,
      token,
      ana,
      ben,
      step,
      atOnce: createAtOnce(context.storage),
      /** Plays rounds, each on a new request, until every outcome has occurred. */
      play: (outcomes: readonly string[], round: (id: string) => Promise<string>) =>
        playRounds(rounds, outcomes, async () => {
          clock.advance(1000);
          return round(await ask(token));
        }),
      find: async (id: string) => {
        const found = await context.agentRequests.find(id);
        if (!found) throw new Error('the request is gone');
        return found;
      },
      events: async (id: string, kinds: RegExp) => (await historyOf(id)).filter((event) => kinds.test(event)),
      linksOfPerson: (id: string, { personId }: SignedIn) =>
        db
          .selectFrom('agent_links')
          .selectAll()
          .where('request_id', '=', id)
          .where('person_id', '=', personId)
          .execute(),
      /** How many entries the audit log has for the steps of a request. */
      audited: async (id: string) => {
        const rows = await db
          .selectFrom('audit_subjects')
          .innerJoin('audit_entries', 'audit_entries.seq', 'audit_subjects.seq')
          .select('audit_entries.action')
          .where('audit_subjects.subject_id', '=', id)
          .execute();
        return rows.filter(({ action }) => action === 'request-step').length;
      },
    };
  }

  it('R83 of those who accept by link and at the desk exactly one has it, in every tab of theirs', async () => {
    const { play, atOnce, agent, linksOf, step, ana, ben, find, events, audited, linksOfPerson } = await start();
    await play(['by a link', 'at the desk'], async (id) => {
      const { 'Marlow Finch': marlow = '', 'Tamsin Okoro': tamsin = '' } = await linksOf(id);
      const answers = await atOnce([
        () => agent(marlow, 'accept'),
        () => agent(tamsin, 'accept'),
        () => step(id, 'accept', ana),
        () => step(id, 'accept', ana),
        () => step(id, 'accept', ben),
        () => step(id, 'accept', ben),
      ]);
      const { accepted_by: by } = await find(id);
      const holders = ['Marlow Finch', 'Tamsin Okoro', 'Ana Ruiz', 'Ana Ruiz', 'Ben Cole', 'Ben Cole'];
      expect(answers.map(({ status }) => status)).toEqual(holders.map((name) => (name === by ? 200 : 409)));
      expect(await events(id, /^accepted/)).toEqual([`accepted: ${by}`]);
      expect(await audited(id)).toBe(1);
      // A person who did not get the request at the desk has no link left to it.
      for (const who of [ana, ben]) expect(await linksOfPerson(id, who)).toHaveLength(who.name === by ? 1 : 0);
      return by === ana.name || by === ben.name ? 'at the desk' : 'by a link';
    });
  });

  it('R83 one person by their link and at the desk is one', async () => {
    const { play, atOnce, agent, linksOf, step, signInAs, context, find, events } = await start();
    const kim = await signInAs('agent', { name: 'Kim Tan' });
    const onShift = { on_shift_at: context.now().toISOString() };
    await context.storage.db.updateTable('people').set(onShift).where('id', '=', kim.personId).execute();
    await play(['one'], async (id) => {
      const { 'Kim Tan': link = '' } = await linksOf(id);
      const took = await atOnce([() => agent(link, 'accept'), () => step(id, 'accept', kim)]);
      expect(took.map(({ status }) => status)).toEqual([200, 200]);
      expect(await events(id, /^accepted/)).toHaveLength(1);
      const went = await atOnce([() => agent(link, 'connected'), () => step(id, 'connected', kim)]);
      expect(went.map(({ status }) => status)).toEqual([200, 200]);
      expect(await events(id, /^connected/)).toHaveLength(1);
      expect((await find(id)).accepted_by).toBe('Kim Tan');
      return 'one';
    });
  });

  it('R84 Hand off, Hand back, Done and Signing of one who has it: one of them gives it away', async () => {
    const { play, atOnce, step, ana, ben, find, events, audited, context } = await start();
    const handOffs = async (id: string) =>
      (await context.storage.db.selectFrom('request_hand_offs').select('id').where('request_id', '=', id).execute())
        .length;
    await play(['handed-off', 'handed-back', 'closing'], async (id) => {
      await step(id, 'accept', ana);
      await step(id, 'connected', ana);
      const answers = await atOnce([
        () => step(id, 'hand-off', ana, { ...nothingTold, to: ben.personId }),
        () => step(id, 'hand-off', ana, { ...nothingTold, to: null }),
        () => step(id, 'hand-back', ana),
        () => step(id, 'done', ana, { disposition: 'help_only', deal: { version: 0, patch: { minutes: 5 } } }),
        () => step(id, 'signing', ana),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const given = await events(id, /^(?:handed|closing)/);
      expect(given).toHaveLength(1);
      const [what = ''] = given;
      expect(await handOffs(id)).toBe(what.startsWith('handed-off') ? 1 : 0);
      const request = await find(id);
      expect(request.closing_as).toBe(what.startsWith('closing') ? 'done' : null);
      expect(request.accepted_by).toBe(what.startsWith('closing') ? 'Ana Ruiz' : null);
      expect(request.waits_for).toBe(what.endsWith('to Ben Cole') ? 'Ben Cole' : null);
      expect(await audited(id)).toBe(3 + (await events(id, /^signing/)).length);
      return what.split(':')[0] ?? '';
    });
  });

  it('R84 the one whom it waits for says no, another accepts, and two servers ask everybody: it waits for nobody else', async () => {
    const { play, atOnce, step, ana, ben, signInAs, context, clock, find, events } = await start();
    const cyd = await signInAs('agent', { name: 'Cyd Marsh' });
    const sweep = async () => {
      await context.agentRequests.sweep();
      return { status: 200 };
    };
    await play(['everybody was asked', 'accepted first'], async (id) => {
      await step(id, 'accept', ana);
      clock.advance(1);
      await step(id, 'hand-off', ana, { ...nothingTold, to: ben.personId });
      clock.advance(handOffForMs);
      const answers = await atOnce([() => step(id, 'decline', ben), () => step(id, 'accept', cyd), sweep, sweep]);
      expect(answers[1]?.status).toBe(200);
      expect(await find(id)).toMatchObject({ accepted_by: 'Cyd Marsh', waits_for: null, nobody_left_at: null });
      const asked = await events(id, /^asked-everybody/);
      expect(asked.length).toBeLessThanOrEqual(1);
      return asked.length === 1 ? 'everybody was asked' : 'accepted first';
    });
  });

  it('R85 of two who open a request again exactly one has it', async () => {
    const { play, atOnce, step, signInAs, context, clock, find, events, token, call } = await start();
    await play(['whoever had it', 'another'], async (id) => {
      // All the rounds take longer than a session lasts, so each signs in anew.
      const [ana, ben] = [await signInAs('agent'), await signInAs('agent')];
      await step(id, 'accept', ana);
      await call('POST', `/api/portal/requests/${id}/cancel`, token);
      clock.advance(requestTimings.takeBackForMs);
      await context.agentRequests.sweep();
      const answers = await atOnce([
        () => step(id, 'reopen', ana),
        () => step(id, 'reopen', ben),
        () => step(id, 'reopen', ben),
      ]);
      const { accepted_by: by, ended_at } = await find(id);
      expect(ended_at).toBeNull();
      expect(answers.map(({ status }) => status)).toEqual(by === ana.name ? [200, 409, 409] : [409, 200, 200]);
      expect(await events(id, /^opened-again/)).toEqual([`opened-again: ${by}`]);
      return by === ana.name ? 'whoever had it' : 'another';
    });
  });

  it('R86 of two edits that were made from one version exactly one is written', async () => {
    const { play, atOnce, step, ana, ben, context, desk, events } = await start();
    let version = 0;
    await play(['deal 0', 'deal 1', 'deal 2'], async (id) => {
      await step(id, 'accept', ana);
      const deal = await atOnce([
        () => step(id, 'deal', ana, { version: 0, patch: { lender: 'One' } }),
        () => step(id, 'deal', ben, { version: 0, patch: { lender: 'Two', minutes: 4 } }),
        () => step(id, 'done', ana, { disposition: 'test', deal: { version: 0, patch: { lender: 'Three' } } }),
      ]);
      const written = deal.map(({ status }) => status);
      expect(written.filter((status) => status === 200)).toHaveLength(1);
      const after = (await desk('GET', `/api/desk/requests/${id}`, { cookie: ana.cookie })).json<RequestRecord>();
      expect(after.deal).toMatchObject({ version: 1, lender: ['One', 'Two', 'Three'][written.indexOf(200)] });
      expect(after.stage).toBe(written[2] === 200 ? 'done' : 'accepted');

      const sheet = await atOnce([
        () => step(id, 'sheet', ana, { version, patch: { dms: `A ${version}`, docFee: '$1' } }),
        () => step(id, 'sheet', ben, { version, patch: { dms: `B ${version}`, menuTool: 'M' } }),
      ]);
      expect(sheet.map(({ status }) => status).sort()).toEqual([200, 409]);
      version += 1;
      for (const { status, json } of sheet) {
        // A person who came too late reads what the other wrote.
        const { fields, version: now } = json<RequestRecord>().sheet ?? {};
        expect(now, String(status)).toBe(version);
        expect(fields?.dms.value).toBe(`${sheet[0]?.status === 200 ? 'A' : 'B'} ${version - 1}`);
      }

      const ticks = await atOnce(
        [ana, ben].map((who) => () => step(id, 'jacket', who, { item: 'title', ticked: true })),
      );
      expect(ticks.map(({ status }) => status)).toEqual([200, 200]);
      expect(
        new Set(ticks.map(({ json }) => json<RequestRecord>().jacket.find(({ item }) => item === 'title')?.tickedBy))
          .size,
      ).toBe(1);
      expect(await events(id, /^jacket/)).toHaveLength(1);

      const callId = context.mintId();
      const body = {
        id: callId,
        dealershipId: after.dealershipId,
        requestType: 'custom_request',
        note: '',
        disposition: 'test',
        minutes: 1,
      };
      const calls = await atOnce(
        [ana, ana, ben].map(
          ({ cookie }) =>
            () =>
              desk('POST', '/api/desk/calls', { cookie, body }),
        ),
      );
      const statuses = calls.map(({ status }) => status).join();
      expect(['200,200,409', '409,409,200']).toContain(statuses);
      const stored = await context.storage.db.selectFrom('calls').select('id').where('id', '=', callId).execute();
      expect(stored).toHaveLength(1);
      return `deal ${written.indexOf(200)}`;
    });
  });
});
