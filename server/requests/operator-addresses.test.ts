/** The messages of a request when `MAIL_TO` names several addresses. */
import { describe, expect, it } from 'vitest';
import { brand } from '#brand/brand.ts';
import { agentRefusals, agentRequestPath } from '#contract/agent.ts';
import type { AgentView } from '#contract/agent-endpoints.ts';
import { requestTimings } from '#contract/agent-request.ts';
import type { Context } from '#server/context.ts';
import { startApp } from '../../tests/support/app.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { testClock } from '../../tests/support/clock.ts';
import { eachEngineRounds } from '../../tests/support/each-engine.ts';
import { mailEnv, recordMails } from '../../tests/support/mails.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { cancelPath } from '../../tests/support/request-paths.ts';
import { wideLimits } from '../../tests/support/wide-limits.ts';
import { tokenOf } from './links.ts';

const env = {
  ...mailEnv,
  MAIL_TO: 'owner@boxline.example, night@boxline.example',
  PUBLIC_URL: 'https://desk.example',
};
const both = ['night@boxline.example', 'owner@boxline.example'];

/** The tokens of the operator's links of a request, by the address that each was mailed to. */
async function operatorLinks({ storage, keyed }: Context, id: string): Promise<Record<string, string>> {
  const rows = await storage.db
    .selectFrom('messages')
    .innerJoin('agent_links', 'agent_links.id', 'messages.detail_id')
    .select(['agent_links.id', 'recipient'])
    .where('subject_id', '=', id)
    .where('person_id', 'is', null)
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.recipient === '' ? 'owner@boxline.example' : row.recipient, tokenOf(keyed, row.id)]),
  );
}

/** A mail server, and who of the operator's addresses got a mail with this beginning. */
function recordOperatorMails() {
  const { mails, mailTransport } = recordMails();
  const operators = (subject: string) =>
    mails
      .filter((mail) => mail.subject.startsWith(subject) && both.includes(mail.to))
      .map(({ to }) => to)
      .toSorted();
  return { mailTransport, operators };
}

eachEngineRounds((under) => {
  async function running() {
    const clock = testClock();
    const { mailTransport, operators } = recordOperatorMails();
    const portal = await startPortal(under, { ...wideLimits, ...env }, { now: clock.now, mailTransport });
    const { context } = portal;
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    const links = await portal.linksOf(id);
    async function later(ms: number) {
      clock.advance(ms);
      await context.agentRequests.sweep();
      await context.delivery.runDue();
    }
    return { ...portal, token, id, links, operators, later };
  }

  it('R36 each of them that was written to is told of a cancel once', async () => {
    const { context, call, token, id, operators, later } = await running();
    await context.delivery.runDue();
    expect(operators('Agent request')).toEqual(both);
    await call('POST', cancelPath(id), token);
    await later(requestTimings.takeBackForMs);
    expect(operators('Cancelled')).toEqual(both);
  });

  it('R36 each of them is mailed the request although somebody accepted it before', async () => {
    const { context, agent, links, operators } = await running();
    await agent(links['Marlow Finch'] ?? '', 'accept');
    await context.delivery.runDue();
    expect(operators('Agent request')).toEqual(both);
  });

  it('R552 each of them has a link of its own: of two that press Accept at the same instant one has it, and the other reads who', async () => {
    const { context, agent, token, ask } = await running();
    const atOnce = createAtOnce(context.storage);
    await playRounds(12, ['owner', 'night'], async (round) => {
      const id = await ask(token, { additionalInfo: `round ${round}` });
      const ofOperator = await operatorLinks(context, id);
      expect(Object.keys(ofOperator).toSorted()).toEqual(both);
      const [owner, night] = [ofOperator['owner@boxline.example'] ?? '', ofOperator['night@boxline.example'] ?? ''];
      const answers = await atOnce([() => agent(owner, 'accept'), () => agent(night, 'accept')]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const [won, lost] = answers[0].status === 200 ? both.toReversed() : both;
      const [winner, loser] = answers[0].status === 200 ? answers : answers.toReversed();
      expect(winner?.json<AgentView>()).toMatchObject({ mine: true, you: `${brand.name} (${won})` });
      expect(loser?.json<AgentView>()).toMatchObject({
        mine: false,
        acceptedBy: `${brand.name} (${won})`,
        you: `${brand.name} (${lost})`,
      });
      await agent(answers[0].status === 200 ? owner : night, 'done');
      return won?.split('@')[0] ?? '';
    });
  });

  it('R552 the dealership, the history and a finance manager read the name of the desk, and no address of an operator', async () => {
    const { context, agent, token, id, links, view, historyOf } = await running();
    const { 'night@boxline.example': night = '' } = await operatorLinks(context, id);
    await agent(night, 'accept');
    expect(await view(token, id)).toMatchObject({ acceptedBy: brand.name });
    expect((await agent(links['Marlow Finch'] ?? '')).json()).toMatchObject({ acceptedBy: brand.name });
    await agent(night, 'hand-back');
    expect(await view(token, id)).toMatchObject({ handedBackBy: brand.name });
    expect(JSON.stringify([await view(token, id), await historyOf(id)])).not.toContain('@');
  });

  it('R552 one that an operator hands back is mailed to the other, and not to that one', async () => {
    const { context, agent, id, operators } = await running();
    const { 'night@boxline.example': night = '' } = await operatorLinks(context, id);
    await agent(night, 'accept');
    await agent(night, 'hand-back');
    await context.delivery.runDue();
    expect(operators('Still needed')).toEqual(['owner@boxline.example']);
  });

  describe('R685 an address that is removed from MAIL_TO', () => {
    /** The server as it runs after the address of the night was removed, on the same database. */
    async function without() {
      const clock = testClock();
      const place = await under.newPlace();
      const shared = { ...under, newPlace: async () => place };
      const { mailTransport, operators } = recordOperatorMails();
      const overrides = { now: clock.now, mailTransport };
      const before = await startPortal(shared, { ...wideLimits, ...env }, overrides);
      const after = await startApp(shared, { ...wideLimits, ...env, MAIL_TO: 'owner@boxline.example' }, overrides);
      const token = await before.sessionFor(before.shared.code);
      const ask = async () => {
        const id = await before.ask(token, { additionalInfo: `at ${clock.now().toISOString()}` });
        const { 'night@boxline.example': night = '', 'owner@boxline.example': owner = '' } = await operatorLinks(
          before.context,
          id,
        );
        return { id, night, owner };
      };
      /** A call with a link at the server of afterwards. */
      const there = async (link: string, step?: string) => {
        const url = step === undefined ? agentRequestPath : `${agentRequestPath}/${step}`;
        const headers = { authorization: `Bearer ${link}` };
        const answer = await after.app.inject({ method: step === undefined ? 'GET' : 'POST', url, headers });
        return { status: answer.statusCode, text: answer.body };
      };
      return { before, after, token, ask, there, operators };
    }

    it('has links no more that show or do anything, and the others go on', async () => {
      const { before, ask, there } = await without();
      const { night, owner } = await ask();
      expect((await before.agent(night, 'decline')).status).toBe(200);
      for (const step of [undefined, 'accept', 'decline']) {
        const { status, text } = await there(night, step);
        expect([status, text]).toEqual([agentRefusals.deadLink.status, agentRefusals.deadLink.text]);
      }
      expect((await there(owner, 'accept')).status).toBe(200);
    });

    it('keeps no request: the others are asked for it within a sweep', async () => {
      const { before, after, token, ask, operators } = await without();
      const { id, night } = await ask();
      await before.agent(night, 'accept');
      expect(await before.view(token, id)).toMatchObject({ acceptedBy: brand.name });
      await after.context.agentRequests.sweep();
      expect(await before.view(token, id)).toMatchObject({ acceptedBy: null, handedBackBy: null });
      expect(await before.historyOf(id)).toContain(`released: ${brand.name}`);
      await after.context.delivery.runDue();
      expect(operators('Still needed')).toEqual(['owner@boxline.example']);
    });

    it('is nobody of whom an answer is awaited', async () => {
      const { before, after, token, ask, there } = await without();
      await before.context.storage.db.updateTable('people').set({ on_shift_at: null }).execute();
      const { id, owner } = await ask();
      expect((await there(owner, 'decline')).status).toBe(200);
      await after.context.agentRequests.sweep();
      expect((await before.view(token, id)).nobodyLeftAt).not.toBeNull();
    });
  });

  it('R58 the one of them who accepted and is not connected is reminded, once', async () => {
    const { context, agent, id, operators, later } = await running();
    // Rows of the same moment come in any order.
    const { db } = context.storage;
    await db
      .updateTable('messages')
      .set({ created_at: '2020-01-01T00:00:00.000Z' })
      .where('recipient', '=', '')
      .execute();
    await context.delivery.runDue();
    const { 'night@boxline.example': night = '' } = await operatorLinks(context, id);
    await agent(night, 'accept');
    await later(requestTimings.connectWithinMs);
    await later(requestTimings.connectWithinMs);
    expect(operators('Not connected')).toEqual(['night@boxline.example']);
  });
});
