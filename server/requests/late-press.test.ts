/**
 * A press that arrives late or twice: it waited in the socket of a server that stood still, or the browser has sent it again. Its person
 * has pressed again since, and has taken that back.
 */
import { expect, it, vi } from 'vitest';
import type { AgentStep } from '#contract/agent.ts';
import type { AgentView } from '#contract/agent-endpoints.ts';
import { portalRefusals } from '#contract/portal.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { eachEngineRounds, roundsOf } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { anydeskPath, cancelPath, takeBackPath } from '../../tests/support/request-paths.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { tokenOf } from './links.ts';

vi.setConfig({ testTimeout: 60_000 });

const rounds = roundsOf(20);
const twoAddresses = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@x.example',
  MAIL_TO: 'owner@x.example, night@x.example',
};
const ending = { disposition: 'contracted_retail' };

/** A step, and the steps in which it was taken once and then undone. */
const undone: [late: AgentStep, ...steps: (AgentStep | 'the other accepts' | 'the other hands back')[]][] = [
  ['accept', 'accept', 'hand-back'],
  ['decline', 'decline', 'the other accepts', 'the other hands back'],
  ['connected', 'accept', 'connected', 'undo-connected'],
  ['undo-connected', 'accept', 'connected', 'undo-connected', 'connected'],
  ['hand-back', 'accept', 'hand-back', 'accept'],
  ['done', 'accept', 'done', 'undo-done'],
  ['undo-done', 'accept', 'done', 'undo-done', 'done'],
];

eachEngineRounds((under) => {
  async function running(env: Record<string, string> = {}) {
    const portal = await startPortal(under, { ...wideLimits, ...env });
    const { context, call, agent, ask, view, linksOf } = portal;
    const token = await portal.sessionFor(portal.shared.code);
    return {
      ...portal,
      token,
      atOnce: createAtOnce(context.storage),
      /** A request with the links of two agents. */
      async asked() {
        const id = await ask(token);
        const { 'Marlow Finch': marlow = '', 'Tamsin Okoro': tamsin = '' } = await linksOf(id);
        return { id, marlow, tamsin };
      },
      /** Presses a button of the card, with the version that the card shows or another one. */
      async press(path: (id: string) => string, id: string, body: object = {}) {
        const { version: seen } = await view(token, id);
        return call('POST', path(id), token, { seen, ...body });
      },
      keyed: context.keyed,
      linkRows: (id: string) =>
        context.storage.db.selectFrom('agent_links').selectAll().where('request_id', '=', id).orderBy('id').execute(),
      /** The version that an agent's page shows. */
      seenBy: async (link: string) => (await agent(link)).json<AgentView>().version,
      stepAt: (link: string, step: AgentStep, seen: number | undefined) =>
        call('POST', `/api/agent/request/${step}`, link, { ...(step === 'done' && ending), seen }),
    };
  }

  it('R730 a Cancel that arrives again after it was taken back cancels nothing, and says that the request has changed', async () => {
    const { asked, press, view, token } = await running();
    const { id } = await asked();
    const { version: seen } = await view(token, id);
    expect((await press(cancelPath, id, { seen })).status).toBe(200);
    // The press is answered as taken while it stands.
    expect((await press(cancelPath, id, { seen })).status).toBe(200);
    expect((await press(takeBackPath, id)).status).toBe(200);
    const late = await press(cancelPath, id, { seen });
    expect([late.status, late.text]).toEqual([portalRefusals.changed.status, portalRefusals.changed.text]);
    expect((await view(token, id)).closing).toBeNull();
    // Whoever has seen that it was taken back cancels it.
    expect((await press(cancelPath, id)).status).toBe(200);
    expect((await view(token, id)).closing).toMatchObject({ as: 'cancelled' });
  });

  it('R730 a press with a version that is no whole number is taken as one without', async () => {
    const { asked, press } = await running();
    for (const seen of [0.5, 1e300]) {
      const { id } = await asked();
      expect((await press(cancelPath, id, { seen })).status).toBe(200);
    }
  });

  it('R730 a Take back that arrives again after the request was cancelled anew takes nothing back', async () => {
    const { asked, press, view, token } = await running();
    const { id } = await asked();
    await press(cancelPath, id);
    const { version: seen } = await view(token, id);
    await press(takeBackPath, id, { seen });
    await press(cancelPath, id);
    const late = await press(takeBackPath, id, { seen });
    expect([late.status, late.text]).toEqual([portalRefusals.tooLate.status, portalRefusals.tooLate.text]);
    expect((await view(token, id)).closing).toMatchObject({ as: 'cancelled' });
  });

  it('R730 an AnyDesk address that arrives after a newer one does not replace it, and counts once however often it arrives', async () => {
    const { asked, press, view, token, historyOf } = await running();
    const { id } = await asked();
    const { version: seen } = await view(token, id);
    for (const _ of [1, 2]) {
      expect((await press(anydeskPath, id, { address: '123456789', seen })).status).toBe(200);
    }
    expect((await press(anydeskPath, id, { address: '987654321' })).status).toBe(200);
    const late = await press(anydeskPath, id, { address: '123456789', seen });
    expect([late.status, late.text]).toEqual([portalRefusals.changed.status, portalRefusals.changed.text]);
    expect((await view(token, id)).anydesk).toBe('987654321');
    expect((await historyOf(id)).filter((event) => event === 'anydesk')).toHaveLength(2);
  });

  it.each(undone)(
    'R730 “%s” of an agent that arrives again after it was undone changes nothing',
    async (late, ...steps) => {
      const { asked, seenBy, stepAt, historyOf } = await running();
      const { id, marlow, tamsin } = await asked();
      let seen: number | undefined;
      for (const step of steps) {
        const link = step.startsWith('the other') ? tamsin : marlow;
        const now = await seenBy(link);
        if (step === late) seen ??= now;
        const taken = step === 'the other accepts' ? 'accept' : step === 'the other hands back' ? 'hand-back' : step;
        expect((await stepAt(link, taken, now)).status).toBe(200);
      }
      const before = await historyOf(id);
      expect((await stepAt(marlow, late, seen)).status).toBe(409);
      expect(await historyOf(id)).toEqual(before);
    },
  );

  it('R730 an agent accepts what another one has accepted and handed back since the page showed it', async () => {
    const { asked, seenBy, stepAt } = await running();
    const { marlow, tamsin } = await asked();
    const seen = await seenBy(marlow);
    await stepAt(tamsin, 'accept', await seenBy(tamsin));
    await stepAt(tamsin, 'hand-back', await seenBy(tamsin));
    expect((await stepAt(marlow, 'accept', seen)).status).toBe(200);
  });

  it.each<[string, Record<string, string>, string, string]>([
    ['another address of the operator', twoAddresses, 'Boxline (owner@x.example)', 'Boxline (night@x.example)'],
    ['somebody with a longer name', { ON_SHIFT: 'Max, +12075550121; Maxine, +12075550122' }, 'Max', 'Maxine'],
  ])('R1141 a first press counts after the same one of %s, which was taken back', async (_, env, one, other) => {
    const { ask, token, keyed, linkRows, seenBy, stepAt } = await running(env);
    for (const steps of [
      ['accept', 'hand-back'],
      ['accept', 'done', 'undo-done', 'hand-back'],
    ] as const) {
      const id = await ask(token);
      const rows = await linkRows(id);
      const [mine, theirs] = [rows.find(({ name }) => name === one), rows.find(({ name }) => name === other)].map(
        (row) => tokenOf(keyed, row?.id ?? ''),
      );
      const seen = await seenBy(mine ?? '');
      for (const step of steps) {
        expect((await stepAt(theirs ?? '', step, await seenBy(theirs ?? ''))).status).toBe(200);
      }
      expect((await stepAt(mine ?? '', 'accept', seen)).status).toBe(200);
      // The version of before the other one's Done.
      expect((await stepAt(mine ?? '', 'done', seen)).status).toBe(200);
      expect((await stepAt(mine ?? '', 'undo-done', seen)).status).toBe(200);
    }
  });

  it('R730 a Cancel that arrives again at the instant of Take back: the request goes on', async () => {
    const { asked, press, view, token, atOnce, historyOf } = await running();
    await playRounds(rounds, ['after', 'before'], async () => {
      const { id } = await asked();
      const { version: seen } = await view(token, id);
      await press(cancelPath, id, { seen });
      const [late, back] = await atOnce([() => press(cancelPath, id, { seen }), () => press(takeBackPath, id)]);
      expect(back.status).toBe(200);
      expect((await view(token, id)).closing).toBeNull();
      expect((await historyOf(id)).filter((event) => event.startsWith('closing'))).toHaveLength(2);
      return late.status === 200 ? 'before' : 'after';
    });
  });

  it('R730 an Accept that arrives again at the instant of the hand-back: nobody has the request', async () => {
    const { asked, seenBy, stepAt, atOnce, context } = await running();
    await playRounds(rounds, ['after', 'before'], async () => {
      const { id, marlow } = await asked();
      const seen = await seenBy(marlow);
      await stepAt(marlow, 'accept', seen);
      const now = await seenBy(marlow);
      const [late, back] = await atOnce([() => stepAt(marlow, 'accept', seen), () => stepAt(marlow, 'hand-back', now)]);
      expect(back.status).toBe(200);
      expect((await context.agentRequests.find(id))?.accepted_at).toBeNull();
      return late.status === 200 ? 'before' : 'after';
    });
  });
});
