/** The messages of a request when `MAIL_TO` names several addresses. */
import { expect, it } from 'vitest';
import { brand } from '#brand/brand.ts';
import { requestTimings } from '#contract/agent-request.ts';
import { cancelPath } from '#contract/portal.ts';
import { testClock } from '#server/outbox/testing.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';

const env = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'desk@boxline.example',
  MAIL_TO: 'owner@boxline.example, night@boxline.example',
  PUBLIC_URL: 'https://desk.example',
};
const both = ['night@boxline.example', 'owner@boxline.example'];

eachEngine((under) => {
  async function running() {
    const clock = testClock();
    const mails: { readonly to: string; readonly subject: string }[] = [];
    const mailTransport = {
      send: async ({ to, subject }: { to: string; subject: string }) => {
        mails.push({ to, subject });
        return { kind: 'sent' } as const;
      },
      close() {},
    };
    const portal = await startPortal(under, env, { now: clock.now, mailTransport });
    const { context } = portal;
    const token = await portal.sessionFor(portal.shared.code);
    const id = await portal.ask(token);
    const links = await portal.linksOf(id);
    /** Who of the operator's addresses got a mail with this beginning. */
    const operators = (subject: string) =>
      mails
        .filter((mail) => mail.subject.startsWith(subject) && both.includes(mail.to))
        .map(({ to }) => to)
        .toSorted();
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

  it('R58 each of them is reminded, once, when the operator accepted and is not connected', async () => {
    const { context, agent, links, operators, later } = await running();
    // Rows of the same moment come in any order.
    const { db } = context.storage;
    await db
      .updateTable('messages')
      .set({ created_at: '2020-01-01T00:00:00.000Z' })
      .where('recipient', '=', '')
      .execute();
    await context.delivery.runDue();
    await agent(links[brand.name] ?? '', 'accept');
    await later(requestTimings.connectWithinMs);
    expect(operators('Not connected')).toEqual(both);
  });
});
