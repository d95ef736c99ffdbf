/** Messages after a restore: a message that was sent or given up since the backup is not sent again, and no dead link is sent. */
import { expect, test } from 'vitest';
import type { Mail } from '#server/outbox/mail/transport.ts';
import type { SendResult } from '#server/outbox/service.ts';
import { eachEngine } from '../support/each-engine.ts';
import { answersOf } from '../support/leads.ts';
import { restoredAfter, startThere } from './support/restoring.ts';

const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@boxline.example', MAIL_TO: 'us@boxline.example' };
const rowan = 'rowan@boxline.example';
const onShift = { ON_SHIFT: `Rowan Ames, ${rowan}` };

eachEngine((under) => {
  function mailServer() {
    const mails: Mail[] = [];
    let answer: SendResult = { kind: 'permanent', step: 'recipient', code: 'SMTP 550', reason: '550 not now' };
    const mailTransport = {
      async send(mail: Mail): Promise<SendResult> {
        if (answer.kind === 'sent') mails.push(mail);
        return answer;
      },
      close() {},
    };
    const takes = () => {
      answer = { kind: 'sent' };
    };
    return { mails, mailTransport, takes };
  }

  async function start(env = {}) {
    const mail = mailServer();
    const server = await startThere(under, await under.newPlace(), { ...smtp, ...env }, mail);
    return { server, ...mail };
  }

  /** Restores, retries every message, and sends. */
  async function retriedAfter(
    server: Awaited<ReturnType<typeof start>>['server'],
    since: () => Promise<unknown>,
    replaces: boolean,
  ) {
    const mail = mailServer();
    mail.takes();
    const restored = await restoredAfter(under, server, since, { replaces, env: smtp, overrides: mail });
    await restored.context.messages.retryAll(null);
    await restored.context.delivery.runDue();
    const rows = await restored.db
      .selectFrom('messages')
      .select(['id', 'kind', 'recipient', 'state', 'sent_at'])
      .execute();
    return { ...restored, mails: mail.mails, rows };
  }

  test('R484 what was sent or given up since a backup is neither sent again nor waits after its restore', async () => {
    const { server, takes } = await start();
    const { context, db } = server;
    const send = async (email: string) => {
      const answers = answersOf('inquiry', { email });
      await context.leads.accept({ kind: 'inquiry', id: context.mintId(), answers, submittedDate: '', flags: [] });
    };
    for (const email of ['sent@dealer.example', 'given@dealer.example', 'open@dealer.example']) await send(email);
    await context.delivery.runDue();
    const idOf = async (recipient: string) =>
      (await db
        .selectFrom('messages')
        .select(['id', 'channel'])
        .where('recipient', '=', recipient)
        .executeTakeFirstOrThrow()) as {
        id: string;
        channel: 'mail';
      };
    const restored = await retriedAfter(
      server,
      async () => {
        takes();
        await context.messages.retry(await idOf('sent@dealer.example'), null);
        await context.delivery.runDue();
        expect(await context.messages.giveUp(await idOf('given@dealer.example'), null)).toBe('done');
      },
      true,
    );
    expect(restored.said).toContain('2 messages');
    const to = restored.mails.map((mail) => mail.to).filter((address) => address.endsWith('@dealer.example'));
    expect(to).toEqual(['open@dealer.example']);
    const stands = (address: string) => restored.rows.find(({ recipient }) => recipient === address);
    const { sent_at } = await db
      .selectFrom('messages')
      .select('sent_at')
      .where('recipient', '=', 'sent@dealer.example')
      .executeTakeFirstOrThrow();
    expect(stands('sent@dealer.example')).toMatchObject({ state: 'sent', sent_at });
    expect(stands('given@dealer.example')).toMatchObject({ state: 'expired' });
  });

  test.each([true, false])(
    'R482 after a restore nobody is mailed a link that it ended (--replaces: %s)',
    async (replaces) => {
      const { server } = await start(onShift);
      const { context, db } = server;
      await server.ask(await server.sessionFor(server.shared.code));
      const { id } = await db.selectFrom('dealerships').select('id').executeTakeFirstOrThrow();
      const dana = { id: context.mintId(), name: 'Dana', role: '', phone: '', mail: 'dana@store.example' };
      await context.dealerships.edit(null, { id }, { agreementDate: '2026-11-02', contacts: [dana] });
      expect(await context.codeLinks.send(null, id, { contactId: dana.id, graceHours: 24 })).toBe('sent');
      const by = context.mintId();
      const at = new Date().toISOString();
      const admin = {
        id: by,
        name: 'Ada',
        role: 'admin',
        mail: 'ada@boxline.example',
        mail_key: 'ada@boxline.example',
      } as const;
      await db
        .insertInto('people')
        .values({ ...admin, created_at: at })
        .execute();
      const bo = { personId: null, name: 'Bo', email: 'bo@boxline.example', role: 'manager', by: 'mail' } as const;
      expect((await context.signIn.invitations.invite(by, bo)).kind).toBe('invited');
      await context.delivery.runDue();
      const { mails, rows } = await retriedAfter(server, async () => {}, replaces);
      expect(
        mails.filter(({ text }) => /\/(agent|access-code|desk\/invitation)#/.test(text)).map(({ to }) => to),
      ).toEqual([]);
      const ended = rows.filter(({ recipient }) => [rowan, dana.mail, bo.email].includes(recipient));
      expect(ended.map(({ state }) => state)).toEqual(['expired', 'expired', 'expired']);
    },
  );
});
