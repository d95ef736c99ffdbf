/** Tests that no message is sent whose link is dead by now, whether somebody tries it again or it has waited. */
import { expect, test } from 'vitest';
import { type AgentStep, agentPagePath } from '#contract/agent.ts';
import { codeLinkPagePath } from '#contract/code-link.ts';
import { mintId } from '#contract/reference.ts';
import type { Mail } from '#server/outbox/mail/transport.ts';
import type { SendResult } from '#server/outbox/service.ts';
import { testClock } from '../../tests/support/clock.ts';
import { setUpAdmin } from '../../tests/support/desk-people.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startPortal } from '../../tests/support/portal.ts';
import { cancelPath } from '../../tests/support/request-paths.ts';

const minuteMs = 60_000;
const operator = 'us@boxline.example';
const refusal: SendResult = { kind: 'permanent', step: 'recipient', code: 'SMTP 550', reason: '550 try later' };

eachEngine((under) => {
  async function running() {
    const clock = testClock();
    const sent: Mail[] = [];
    const mailServer = { refuses: true };
    const mailTransport = {
      async send(mail: Mail): Promise<SendResult> {
        if (mailServer.refuses) return refusal;
        sent.push(mail);
        return { kind: 'sent' };
      },
      close() {},
    };
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@boxline.example', MAIL_TO: operator };
    const server = await startPortal(under, env, { now: clock.now, mailTransport });
    const { context } = server;
    const { db } = context.storage;
    const rowOf = (kind: string, recipient: string) =>
      db
        .selectFrom('messages')
        .select(['id', 'state', 'last_error', 'expires_at', 'attempts'])
        .where('kind', '=', kind as never)
        .where('recipient', '=', recipient === operator ? '' : recipient)
        .orderBy('created_at')
        .execute();
    const said = async (id = '') => (await context.messages.history(id)).map(({ kind, said }) => ({ kind, said }));
    return {
      ...server,
      clock,
      sent,
      db,
      rowOf,
      said,
      /** Lets the mail server refuse the due messages, which then need a person. */
      async refuse() {
        mailServer.refuses = true;
        await context.delivery.runDue();
      },
      /** Tries every message again, with a mail server that accepts them. */
      async retryAll() {
        mailServer.refuses = false;
        sent.length = 0;
        await context.messages.retryAll(null);
        await context.delivery.runDue();
      },
      sentTo: (recipient: string, path: string) =>
        sent.filter((mail) => mail.to === recipient && mail.text.includes(path)).map(({ subject }) => subject),
    };
  }

  /** A request whose mails to the people on shift have failed. */
  async function asked() {
    const server = await running();
    const token = await server.sessionFor(server.shared.code);
    const id = await server.ask(token);
    await server.refuse();
    const links = await server.linksOf(id);
    const step = (name: string, which: AgentStep) => server.agent(links[name] ?? '', which);
    return { ...server, token, id, links, step };
  }
  const rowan = 'rowan@boxline.example';
  const marlow = 'marlow@boxline.example';

  test('R482 a mail that asks somebody for a request is not sent to them once another has accepted it', async () => {
    const { step, retryAll, sentTo, rowOf, said } = await asked();
    await step('Marlow Finch', 'accept');
    await retryAll();
    expect(sentTo(rowan, agentPagePath)).toEqual([]);
    const [mail] = await rowOf('request-agent', rowan);
    expect(mail).toMatchObject({ state: 'expired', last_error: expect.stringContaining('accepted') });
    expect((await said(mail?.id)).at(-1)).toEqual({ kind: 'over', said: mail?.last_error });
  });

  test('R482 the operator’s mail about a request that somebody has accepted is sent all the same', async () => {
    const { step, retryAll, sentTo } = await asked();
    await step('Marlow Finch', 'accept');
    await retryAll();
    expect(sentTo(operator, agentPagePath)).toHaveLength(1);
  });

  test('R691 the operator’s mail that goes out after somebody accepted asks for nobody any more', async () => {
    const { step, retryAll, sent } = await asked();
    await step('Marlow Finch', 'accept');
    await retryAll();
    const mail = sent.find(({ to, text }) => to === operator && text.includes(agentPagePath));
    expect(mail?.text).toContain('Somebody has accepted.');
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(
      /asks for a finance manager now|The first to accept|Open and accept/,
    );
  });

  test('R482 a mail that asks for a request is not sent once the request is over', async () => {
    const { call, token, id, clock, context, retryAll, sentTo, rowOf } = await asked();
    await call('POST', cancelPath(id), token);
    clock.advance(2 * minuteMs);
    await context.agentRequests.sweep();
    await retryAll();
    for (const to of [rowan, marlow, operator]) {
      expect(
        sentTo(to, agentPagePath).filter((subject) => !subject.startsWith('Cancelled')),
        to,
      ).toEqual([]);
      expect(
        (await rowOf('request-agent', to)).map(({ state }) => state),
        to,
      ).toEqual(['expired']);
    }
  });

  test('R482 a mail of before a request was handed back is not sent beside the one that asks again', async () => {
    const { step, clock, retryAll, sentTo, rowOf } = await asked();
    await step('Marlow Finch', 'accept');
    clock.advance(minuteMs);
    await step('Marlow Finch', 'hand-back');
    await retryAll();
    expect(sentTo(rowan, agentPagePath)).toHaveLength(1);
    expect((await rowOf('request-agent', rowan)).map(({ state }) => state)).toEqual(['expired']);
    expect((await rowOf('request-again', rowan)).map(({ state }) => state)).toEqual(['sent']);
  });

  test('R482 nobody is sent the link of somebody who was removed', async () => {
    const { db, clock, retryAll, sentTo, rowOf } = await asked();
    const removed_at = clock.now().toISOString();
    await db.updateTable('people').set({ removed_at }).where('mail', '=', rowan).execute();
    await retryAll();
    expect(sentTo(rowan, agentPagePath)).toEqual([]);
    expect((await rowOf('request-agent', rowan)).map(({ state }) => state)).toEqual(['expired']);
    expect(sentTo(marlow, agentPagePath)).toHaveLength(1);
  });

  test('R1160 nobody is sent the link of somebody who only reads from now on', async () => {
    const { db, retryAll, sentTo, rowOf } = await asked();
    await db.updateTable('people').set({ role: 'viewer' }).where('mail', '=', rowan).execute();
    await retryAll();
    expect(sentTo(rowan, agentPagePath)).toEqual([]);
    expect((await rowOf('request-agent', rowan)).map(({ state }) => state)).toEqual(['expired']);
  });

  test('R482 who is connected is not told that they are not', async () => {
    const { step, clock, context, refuse, retryAll, rowOf } = await asked();
    await step('Marlow Finch', 'accept');
    clock.advance(6 * minuteMs);
    await context.agentRequests.sweep();
    await refuse();
    expect((await rowOf('request-late', marlow)).map(({ state }) => state)).toEqual(['failed']);
    await step('Marlow Finch', 'connected');
    await retryAll();
    expect(await rowOf('request-late', marlow)).toMatchObject([
      { state: 'expired', last_error: expect.stringContaining('connected') },
    ]);
  });

  /** A dealership with a contact to whom a link was sent, and whose mail has failed. */
  async function linked() {
    const server = await running();
    const { db, context, clock } = server;
    const { id } = await db.selectFrom('dealerships').select('id').executeTakeFirstOrThrow();
    const dana = 'dana@harborpoint.example';
    const contactId = mintId();
    const contacts = [{ id: contactId, name: 'Dana Whitlock', role: '', phone: '', mail: dana }];
    await context.dealerships.edit(null, { id }, { agreementDate: '2026-11-02', contacts });
    const send = async () => expect(await context.codeLinks.send(null, id, { contactId, graceHours: 24 })).toBe('sent');
    await send();
    await server.refuse();
    clock.advance(minuteMs);
    return { ...server, id, dana, send };
  }

  test('R482 a link to a code that a newer one has replaced is not mailed', async () => {
    const { send, dana, retryAll, sentTo, rowOf } = await linked();
    await send();
    await retryAll();
    expect(sentTo(dana, codeLinkPagePath)).toHaveLength(1);
    expect((await rowOf('code-link', dana)).map(({ state }) => state)).toEqual(['expired', 'sent']);
  });

  test('R482 a link to a code is not mailed once it was withdrawn, its account closed or its agreement taken away', async () => {
    const { context, id, dana, send, refuse, retryAll, sentTo, rowOf } = await linked();
    await context.codeLinks.withdraw(null, id);
    await retryAll();
    await send();
    await refuse();
    await context.dealerships.edit(null, { id }, { agreementDate: null });
    await retryAll();
    await context.dealerships.edit(null, { id }, { agreementDate: '2026-11-02' });
    await send();
    await refuse();
    await context.dealerships.close(null, { id });
    await retryAll();
    expect(sentTo(dana, codeLinkPagePath)).toEqual([]);
    const rows = await rowOf('code-link', dana);
    expect(rows.map(({ state }) => state)).toEqual(['expired', 'expired', 'expired']);
    expect(rows.map(({ last_error }) => last_error)).toEqual([
      expect.stringContaining('withdrawn'),
      expect.stringContaining('agreement'),
      expect.stringContaining('ended'),
    ]);
  });

  /** A desk with an admin, who has invited Bo by a mail that failed. */
  async function invited() {
    const server = await running();
    const ada = await setUpAdmin(server);
    const bo = 'bo@boxline.example';
    const adaId = (
      await server.db.selectFrom('people').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow()
    ).id;
    const invite = () =>
      server.context.signIn.invitations.invite(adaId, {
        personId: null,
        name: 'Bo Frei',
        email: bo,
        role: 'manager',
        by: 'mail',
      });
    const outcome = await invite();
    await server.refuse();
    return {
      ...server,
      ada,
      adaId,
      bo,
      invitation: outcome.kind === 'invited' ? outcome.invitation : expect.unreachable(),
    };
  }

  test('R482 an invitation that was withdrawn is not mailed, also when nobody has tried it again', async () => {
    const { context, adaId, bo, invitation, retryAll, sentTo, rowOf, sent } = await invited();
    const { signIn } = context;
    await signIn.invitations.withdraw(adaId, invitation.row.id);
    await retryAll();
    expect(sentTo(bo, '/desk/')).toEqual([]);
    const { person } = invitation;
    const whom = { personId: person.id, name: '', email: bo, role: 'manager', by: 'mail' } as const;
    const next = await signIn.invitations.invite(adaId, whom);
    expect(next.kind).toBe('invited');
    if (next.kind === 'invited') await signIn.invitations.withdraw(adaId, next.invitation.row.id);
    await context.delivery.runDue();
    expect(sent.filter(({ to }) => to === bo)).toEqual([]);
    expect((await rowOf('staff-link', bo)).map(({ state }) => state)).toEqual(['expired', 'expired']);
  });

  test('R482 a link that was used is not mailed again, and a person who was removed gets none', async () => {
    const { context, ada, db, clock, refuse, retryAll, sentTo, rowOf } = await invited();
    const { signIn, keyed } = context;
    const forgot = async () => {
      await signIn.firstFactor.forgot(ada.email);
      await refuse();
      clock.advance(6 * minuteMs);
    };
    await forgot();
    const link = await db
      .selectFrom('staff_links')
      .select('id')
      .where('kind', '=', 'password-reset')
      .executeTakeFirstOrThrow();
    const token = keyed.of('staff-link', link.id);
    const used = await signIn.firstFactor.reset(
      { token, password: 'a different long sentence' },
      { device: 'Firefox on Linux', deviceId: null, address: '10.8.1.1', origin: 'http://localhost' },
    );
    expect(used.kind).toBe('granted');
    await retryAll();
    await forgot();
    await db
      .updateTable('people')
      .set({ removed_at: clock.now().toISOString() })
      .where('mail', '=', ada.email)
      .execute();
    await retryAll();
    expect(sentTo(ada.email, '/desk/')).toEqual([]);
    const rows = await rowOf('staff-link', ada.email);
    expect(rows.map(({ state }) => state)).toEqual(['expired', 'expired']);
    expect(rows[0]?.last_error).toContain('used');
  });
});
