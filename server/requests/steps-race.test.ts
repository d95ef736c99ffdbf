/** Two people, or two tabs, at one request at the same instant, many times: each outcome is counted. */
import { expect, it, vi } from 'vitest';
import { requestTimings } from '#contract/agent-request.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngineAlways, roundsOf } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { cancelPath, takeBackPath } from '../../tests/support/request-paths.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { eventsOf } from './store.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(25);
const { takeBackForMs, connectWithinMs } = requestTimings;

eachEngineAlways((under) => {
  async function portalOf() {
    const clock = testClock('2026-11-21T21:06:00.000Z');
    const portal = await startPortal(under, wideLimits, { now: clock.now });
    const token = await portal.sessionFor(portal.shared.code);
    const { context } = portal;
    return {
      ...portal,
      clock,
      token,
      atOnce: createAtOnce(context.storage),
      /** Plays rounds, each on a new request, until each outcome came. */
      play: (
        outcomes: readonly string[],
        round: (about: { id: string; marlow: string; tamsin: string }) => Promise<string>,
      ) =>
        playRounds(rounds, outcomes, async () => {
          clock.advance(1000);
          const id = await portal.ask(token);
          const { 'Marlow Finch': marlow = '', 'Tamsin Okoro': tamsin = '' } = await portal.linksOf(id);
          return round({ id, marlow, tamsin });
        }),
      find: async (id: string) => {
        const found = await context.agentRequests.find(id);
        if (!found) throw new Error('the request is gone');
        return found;
      },
      closings: async (id: string) =>
        (await eventsOf(context.storage.db, id)).filter(({ kind }) => kind === 'closing').length,
    };
  }

  it('R35 Done by the agent and Cancel by the dealership: exactly one closes it', async () => {
    const { play, atOnce, agent, call, token, find, closings } = await portalOf();
    await play(['done', 'cancelled'], async ({ id, marlow }) => {
      await agent(marlow, 'accept');
      const [done, cancelled] = await atOnce([() => agent(marlow, 'done'), () => call('POST', cancelPath(id), token)]);
      expect([done.status, cancelled.status].sort()).toEqual([200, 409]);
      expect(await closings(id)).toBe(1);
      const { closing_as: as } = await find(id);
      expect(as).toBe(done.status === 200 ? 'done' : 'cancelled');
      return as ?? '';
    });
  });

  it('R35 a press that takes back and the end: it goes on or it is over, never both', async () => {
    const { play, atOnce, agent, call, token, find, clock, context, historyOf } = await portalOf();
    await play(['goes on', 'cancelled'], async ({ id, marlow }) => {
      await agent(marlow, 'accept');
      await call('POST', cancelPath(id), token);
      // One server's clock says that a millisecond is left, the sweep's that the minute is over.
      clock.advance(takeBackForMs - 1);
      const [answer] = await atOnce([
        () => call('POST', takeBackPath(id), token),
        () => {
          clock.advance(1);
          return context.agentRequests.sweep();
        },
      ]);
      await context.agentRequests.sweep();
      const { outcome, closing_at } = await find(id);
      expect(answer.status).toBe(outcome === null ? 200 : 409);
      expect(outcome ?? closing_at).toBe(outcome);
      expect((await historyOf(id)).filter((event) => /^(?:closing-undone|cancelled)/.test(event))).toHaveLength(1);
      return outcome ?? 'goes on';
    });
  });

  it('R499 two tabs of a dealership that cancel and take back at the same instant: both are taken, one after the other', async () => {
    const { play, atOnce, call, token, find, context } = await portalOf();
    await play(['goes on', 'closes'], async ({ id }) => {
      await call('POST', cancelPath(id), token);
      // The other tab does not show the cancel yet.
      const answers = await atOnce([
        () => call('POST', takeBackPath(id), token),
        () => call('POST', cancelPath(id), token),
        () => call('POST', takeBackPath(id), token),
        () => call('POST', cancelPath(id), token),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { closing_as: as } = await find(id);
      const history = await eventsOf(context.storage.db, id);
      const kinds = history.flatMap(({ kind }) => (kind === 'closing' || kind === 'closing-undone' ? [kind] : []));
      // They alternate, and the last one holds.
      expect(kinds).toEqual(kinds.map((_, at) => (at % 2 === 0 ? 'closing' : 'closing-undone')));
      expect(kinds.at(-1)).toBe(as === null ? 'closing-undone' : 'closing');
      return as === null ? 'goes on' : 'closes';
    });
  });

  it('R499 two tabs of a finance manager that connect and take it back at the same instant: both are taken', async () => {
    const { play, atOnce, agent, find, context } = await portalOf();
    await play(['connected', 'not connected'], async ({ id, marlow }) => {
      await agent(marlow, 'accept');
      await agent(marlow, 'connected');
      // The other tab does not show that it is connected yet.
      const answers = await atOnce(
        (['undo-connected', 'connected', 'undo-connected', 'connected'] as const).map(
          (step) => () => agent(marlow, step),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const history = await eventsOf(context.storage.db, id);
      const kinds = history.flatMap(({ kind }) => (kind.startsWith('connected') ? [kind] : []));
      expect(kinds).toEqual(kinds.map((_, at) => (at % 2 === 0 ? 'connected' : 'connected-undone')));
      const { connected_at } = await find(id);
      expect(kinds.at(-1)).toBe(connected_at === null ? 'connected-undone' : 'connected');
      return connected_at === null ? 'not connected' : 'connected';
    });
  });

  it('R35 hand back and Connected: connected and then handed back, or handed back alone', async () => {
    const { play, atOnce, agent, find, historyOf } = await portalOf();
    await play(['handed back', 'connected, then handed back'], async ({ id, marlow }) => {
      await agent(marlow, 'accept');
      const [back, connected] = await atOnce([() => agent(marlow, 'hand-back'), () => agent(marlow, 'connected')]);
      expect(back.status).toBe(200);
      expect(await find(id)).toMatchObject({ accepted_link_id: null, connected_at: null });
      const events = (await historyOf(id)).filter((event) => /^(?:handed-back|connected)/.test(event));
      const both = events.length === 2;
      expect(events.at(-1)).toBe('handed-back: Marlow Finch');
      // Who connected first may read that it was handed back since.
      if (!both) expect(connected.status).toBe(409);
      return both ? 'connected, then handed back' : 'handed back';
    });
  });

  it('R58 of two that take a late request over exactly one has it', async () => {
    const { play, atOnce, agent, links, find, clock } = await portalOf().then((portal) => ({
      ...portal,
      links: portal.linksOf,
    }));
    await play(['Tamsin Okoro', 'Rowan Ames'], async ({ id, marlow, tamsin }) => {
      await agent(marlow, 'accept');
      clock.advance(connectWithinMs);
      const rowan = (await links(id))['Rowan Ames'] ?? '';
      const answers = await atOnce([() => agent(tamsin, 'take-over'), () => agent(rowan, 'take-over')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { accepted_by: by } = await find(id);
      expect(new Set(answers.map((answer) => answer.json()['acceptedBy']))).toEqual(new Set([by]));
      return by ?? '';
    });
  });

  it('R58 Connected and take over of a late request: exactly one', async () => {
    const { play, atOnce, agent, find, clock } = await portalOf();
    await play(['Marlow Finch', 'Tamsin Okoro'], async ({ id, marlow, tamsin }) => {
      await agent(marlow, 'accept');
      clock.advance(connectWithinMs);
      const [connected, over] = await atOnce([() => agent(marlow, 'connected'), () => agent(tamsin, 'take-over')]);
      expect([connected.status, over.status].sort()).toEqual([200, 409]);
      const { accepted_by, connected_at } = await find(id);
      expect(connected_at === null).toBe(accepted_by === 'Tamsin Okoro');
      return accepted_by ?? '';
    });
  });

  it('R35 accept and decline, by one person in two tabs and by two people', async () => {
    const { play, atOnce, agent, find, context } = await portalOf();
    await play(['accepted first', 'declined first'], async ({ id, marlow, tamsin }) => {
      const answers = await atOnce([
        () => agent(marlow, 'accept'),
        () => agent(marlow, 'decline'),
        () => agent(tamsin, 'decline'),
        () => agent(tamsin, 'decline'),
      ]);
      expect(answers[0]?.status).toBe(200);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      expect(await find(id)).toMatchObject({ accepted_by: 'Marlow Finch', nobody_left_at: null });
      const links = await context.storage.db
        .selectFrom('agent_links')
        .selectAll()
        .where('request_id', '=', id)
        .execute();
      const declined = (name: string) => links.find((link) => link.name === name)?.declined_at !== null;
      expect(declined('Marlow Finch')).toBe(false);
      const events = (await eventsOf(context.storage.db, id)).filter(({ kind }) => kind === 'declined');
      expect(events.filter(({ detail }) => detail === 'Tamsin Okoro')).toHaveLength(declined('Tamsin Okoro') ? 1 : 0);
      return declined('Tamsin Okoro') ? 'declined first' : 'accepted first';
    });
  });

  it('R35 everybody declines at once: the operator is told once', async () => {
    const { play, atOnce, agent, linksOf, context, find } = await portalOf();
    await play(['told'], async ({ id }) => {
      const links = Object.entries(await linksOf(id)).filter(([name]) => name !== 'Boxline');
      await atOnce(
        links.map(
          ([, link]) =>
            () =>
              agent(link, 'decline'),
        ),
      );
      expect((await find(id)).nobody_left_at).not.toBeNull();
      const events = (await eventsOf(context.storage.db, id)).filter(({ kind }) => kind === 'nobody-left');
      expect(events).toHaveLength(1);
      return 'told';
    });
  });
});
