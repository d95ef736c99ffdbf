/** The links that bring a dealership its code: what opening, pressing, sending again and ending do. */
import { describe, expect, it } from 'vitest';
import {
  codeFromLinkPath,
  codeLinkPath,
  codeLinkRefusals,
  codeLinkTimes,
  earlierCodeText,
} from '#contract/code-link.ts';
import type { MadeCode } from '#contract/code-link-endpoints.ts';
import { codeRefusals } from '#contract/desk/code-endpoints.ts';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { sessionPath } from '#contract/portal.ts';
import type { Mail } from '#server/outbox/mail/transport.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { intakeParams } from '../../tests/support/answers.ts';
import { createAtOnce, playRounds } from '../../tests/support/at-once.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineWithRaces } from '../../tests/support/each-engine.ts';

const hourMs = 60 * 60_000;
const keyOf = (letter: string): string => letter.repeat(43);
const contact = { id: '6f1a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b', name: 'Dana Whitlock', role: '', phone: '' };

eachEngineWithRaces((under, { describeOnce }) => {
  async function running(env: Record<string, string> = {}) {
    const clock = { at: new Date('2026-11-21T21:06:00Z') };
    const mails: Mail[] = [];
    const mailTransport = {
      send: async (mail: Mail) => {
        mails.push(mail);
        return { kind: 'sent' } as const;
      },
      close() {},
    };
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@boxline.example', MAIL_TO: 'b@boxline.example' };
    const server = await startDesk(under, { ...smtp, ...env }, { now: () => clock.at, mailTransport });
    const { context, signInAs, call, open } = server;
    let signedIn: { cookie: string; at: Date } | undefined;
    /** Calls as a manager whose proof is fresh, whatever the clock says by now. */
    const desk = async (method: 'GET' | 'POST', path: string, body: object = {}) => {
      if (signedIn?.at !== clock.at) signedIn = { cookie: (await signInAs('manager')).cookie, at: clock.at };
      return server.desk(method, path, { cookie: signedIn.cookie, body });
    };
    const made = await desk('POST', '/api/desk/dealerships', { name: 'Harbor Point Motors' });
    const { id } = made.json<DealershipRecord>();
    const record = async () => (await desk('GET', `/api/desk/dealerships/${id}`)).json<DealershipRecord>();
    const edit = async (patch: object) =>
      desk('POST', `/api/desk/dealerships/${id}`, { version: (await record()).version, patch });
    const ready = () =>
      edit({ agreementDate: '2026-11-02', contacts: [{ ...contact, mail: 'dana@harborpoint.example' }] });
    const send = (body: object = {}) =>
      desk('POST', `/api/desk/dealerships/${id}/code-link`, { contactId: contact.id, ...body });
    /** The token of the newest mail with a link. */
    async function mailedToken(): Promise<string> {
      await context.delivery.runDue();
      const mail = mails.findLast(({ subject }) => subject.includes('access code'));
      return /\/access-code#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? expect.unreachable('no link was mailed');
    }
    let from = 0;
    const look = (token: string) => call('POST', codeLinkPath, undefined, { token }, `10.3.0.${++from % 250}`);
    const press = (token: string, key = keyOf('a'), address = `10.4.${from % 250}.${++from % 250}`) =>
      call('POST', codeFromLinkPath, undefined, { token, key }, address);
    const codeOf = (answer: { json<T>(): T }) => answer.json<MadeCode>().code;
    const opens = async (code: string) => (await open(code, `10.5.${from % 250}.${++from % 250}`)).status === 200;
    const atOnce = createAtOnce(context.storage);
    return {
      ...server,
      desk,
      clock,
      mails,
      id,
      record,
      edit,
      ready,
      send,
      mailedToken,
      look,
      press,
      codeOf,
      opens,
      atOnce,
    };
  }

  const dead = { status: codeLinkRefusals.deadLink.status, text: codeLinkRefusals.deadLink.text };
  const shown = ({ status, text }: { status: number; text: string }) => ({ status, text });

  describeOnce('R115 a dealership without an agreement', () => {
    it('gets no code, neither by a link nor by the service of the command', async () => {
      const { edit, send, id, context, desk } = await running();
      await edit({ contacts: [{ ...contact, mail: 'dana@harborpoint.example' }] });
      expect(shown(await send())).toEqual({ status: 422, text: codeRefusals.noAgreement.text });
      await expect(context.codes.issue(id, null)).rejects.toThrow(
        expect.objectContaining({ name: 'NoAgreementError' }),
      );
      const { version } = (await desk('GET', `/api/desk/dealerships/${id}`)).json<DealershipRecord>();
      for (const agreementDate of ['2026-11-24', '2026-02-30', '2026-13-01']) {
        const answer = await desk('POST', `/api/desk/dealerships/${id}`, { version, patch: { agreementDate } });
        expect(answer.status, agreementDate).toBe(422);
      }
      await edit({ agreementDate: '2026-11-21' });
      expect((await send()).status).toBe(200);
    });
  });

  describeOnce('R640 a link to a contact whose addresses changed since the sender saw them', () => {
    it('is not sent, and the answer has the addresses of now', async () => {
      const { ready, edit, send, mails, context } = await running();
      await ready();
      const seen = { mail: 'dana@harborpoint.example', phone: '(207) 555-0148' };
      await edit({ contacts: [{ ...contact, ...seen, mail: 'dana@elsewhere.example' }] });
      const late = await send({ seen });
      expect(late.status).toBe(409);
      expect(late.json()).toMatchObject({ link: null, contacts: [{ mail: 'dana@elsewhere.example' }] });
      await context.delivery.runDue();
      expect(mails.filter(({ subject }) => subject.includes('access code'))).toEqual([]);
      expect((await send({ seen: { ...seen, mail: 'dana@elsewhere.example' } })).status).toBe(200);
    });
  });

  describeOnce('R700 a link that is withdrawn after it was replaced or used', () => {
    const told = ({ status, json }: { status: number; json<T>(): T }) => ({
      status,
      link: json<DealershipRecord>().link,
    });

    it('leaves the link that somebody sent meanwhile, and shows it', async () => {
      const { ready, send, mailedToken, desk, id, look } = await running();
      await ready();
      const first = (await send()).json<DealershipRecord>().link?.id;
      const second = (await send()).json<DealershipRecord>().link?.id;
      const token = await mailedToken();
      const path = `/api/desk/dealerships/${id}/code-link/withdraw`;
      const late = await desk('POST', path, { link: first });
      expect(told(late)).toMatchObject({ status: 409, link: { id: second, state: 'open' } });
      expect((await look(token)).status).toBe(200);
      expect(told(await desk('POST', path, { link: second }))).toMatchObject({ status: 200, link: { state: 'ended' } });
      // The same press again, after an answer that was lost.
      expect(told(await desk('POST', path, { link: second }))).toMatchObject({ status: 200, link: { state: 'ended' } });
      expect(shown(await look(token))).toEqual(dead);
    });

    it('is not told as withdrawn when the dealership has its code already', async () => {
      const { ready, send, mailedToken, desk, id, press, opens, codeOf } = await running();
      await ready();
      const link = (await send()).json<DealershipRecord>().link?.id;
      const made = await press(await mailedToken());
      const late = await desk('POST', `/api/desk/dealerships/${id}/code-link/withdraw`, { link });
      expect(told(late)).toMatchObject({ status: 409, link: { id: link, state: 'used' } });
      expect(await opens(codeOf(made))).toBe(true);
    });
  });

  describeOnce('R115 a link that was sent before its agreement was taken away', () => {
    it('makes no code until there is an agreement again', async () => {
      const { ready, edit, send, mailedToken, look, press, context } = await running();
      await ready();
      await send();
      const token = await mailedToken();
      const before = (await context.codes.list()).length;
      await edit({ agreementDate: null });
      for (const answer of [await look(token), await press(token)]) expect(shown(answer)).toEqual(dead);
      expect(await context.codes.list()).toHaveLength(before);
      await edit({ agreementDate: '2026-11-20' });
      expect((await press(token)).status).toBe(200);
    });
  });

  describeOnce('R116 a link to a code', () => {
    it('is mailed, changes nothing when it is opened, makes one code at the press, and stores neither', async () => {
      const { ready, send, mailedToken, look, press, codeOf, opens, context, app, record } = await running();
      await ready();
      expect((await send()).json()).toMatchObject({ code: 'link-sent', link: { state: 'open' } });
      const token = await mailedToken();
      const before = await context.codes.list();
      for (const method of ['GET', 'HEAD'] as const) {
        expect((await app.inject({ method, url: '/access-code' })).statusCode).toBeLessThan(500);
        expect((await app.inject({ method, url: codeLinkPath })).statusCode).toBe(405);
        expect((await app.inject({ method, url: codeFromLinkPath })).statusCode).toBe(405);
      }
      for (let times = 0; times < 3; times += 1) {
        expect((await look(token)).json()).toMatchObject({ dealershipName: 'Harbor Point Motors' });
      }
      expect(await context.codes.list()).toEqual(before);

      const code = codeOf(await press(token));
      expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      expect(await opens(code)).toBe(true);
      expect(await context.codes.list()).toHaveLength(before.length + 1);
      expect(await record()).toMatchObject({ code: 'used', link: { state: 'used' }, codes: [{ state: 'holds' }] });
      const { db } = context.storage;
      const stored = JSON.stringify([
        await db.selectFrom('access_codes').selectAll().execute(),
        await db.selectFrom('code_links').selectAll().execute(),
        await db.selectFrom('messages').selectAll().execute(),
        await db.selectFrom('dealership_events').selectAll().execute(),
        await db.selectFrom('audit_entries').selectAll().execute(),
      ]);
      for (const secret of [code, code.replaceAll('-', ''), token, keyOf('a')]) expect(stored).not.toContain(secret);
    });

    it('answers every link that does not work alike, and slows down who tries', async () => {
      const { ready, send, mailedToken, look, press, clock, desk, id } = await running();
      await ready();
      await send();
      const replaced = await mailedToken();
      await send();
      const used = await mailedToken();
      await press(used);
      await send();
      const withdrawn = await mailedToken();
      await desk('POST', `/api/desk/dealerships/${id}/code-link/withdraw`, {});
      await send();
      const expired = await mailedToken();
      clock.at = new Date(clock.at.getTime() + codeLinkTimes.linkForMs);
      for (const token of [replaced, used, withdrawn, expired, 'never-was', '']) {
        expect(shown(await look(token)), token).toEqual(dead);
        expect(shown(await press(token, keyOf('z'))), token).toEqual(dead);
      }
      const tries = [];
      for (let times = 0; times < 5; times += 1) tries.push((await press('guess', keyOf('g'), '10.9.9.9')).status);
      expect(tries).toEqual([404, 404, 404, 404, 429]);
    });
  });

  describe('R116 a link at the same instant', () => {
    it('shows its code once, to one of three who press', async () => {
      const { ready, send, mailedToken, press, context, atOnce } = await running();
      await ready();
      await playRounds(12, ['a', 'b', 'c'], async () => {
        await send();
        const token = await mailedToken();
        const before = (await context.codes.list()).length;
        const letters = ['a', 'b', 'c'];
        const answers = await atOnce(letters.map((letter) => () => press(token, keyOf(letter))));
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
        expect((await context.codes.list()).length).toBe(before + 1);
        return letters[answers.findIndex(({ status }) => status === 200)] ?? 'nobody';
      });
    });

    it('makes a code or is withdrawn, never both, when its press and the withdrawal meet', async () => {
      const { ready, send, mailedToken, press, opens, codeOf, context, desk, id, atOnce } = await running();
      await ready();
      await playRounds(12, ['made', 'withdrawn'], async () => {
        await send();
        const token = await mailedToken();
        const before = (await context.codes.list()).length;
        const [pressed, again, ended] = await atOnce([
          () => press(token),
          () => press(token, keyOf('b')),
          () => desk('POST', `/api/desk/dealerships/${id}/code-link/withdraw`, {}),
        ]);
        expect(ended.status).toBe(200);
        const made = [pressed, again].filter(({ status }) => status === 200);
        expect(made.length).toBeLessThanOrEqual(1);
        expect((await context.codes.list()).length).toBe(before + made.length);
        for (const answer of made) expect(await opens(codeOf(answer))).toBe(true);
        for (const answer of [pressed, again]) if (answer.status !== 200) expect(shown(answer)).toEqual(dead);
        return made.length === 1 ? 'made' : 'withdrawn';
      });
    });

    it('is refused or makes a code that is revoked, when its press and the end of the account meet', async () => {
      const { ready, send, mailedToken, press, opens, codeOf, context, id, atOnce } = await running();
      await ready();
      await playRounds(10, ['revoked', 'refused'], async () => {
        await send();
        const token = await mailedToken();
        const [pressed] = await atOnce([() => press(token), () => context.dealerships.close(null, { id })]);
        if (pressed.status === 200) expect(await opens(codeOf(pressed))).toBe(false);
        else expect(shown(pressed)).toEqual(dead);
        const live = (await context.codes.list()).filter((one) => one.dealership_id === id && one.revoked_at === null);
        expect(live).toEqual([]);
        expect(shown(await press(token, keyOf('q')))).toEqual(dead);
        await context.dealerships.reopen(null, { id });
        return pressed.status === 200 ? 'revoked' : 'refused';
      });
    });
  });

  describeOnce('R117 sending again', () => {
    it('ends the earlier link, and the earlier code a grace after the new one was made', async () => {
      const { ready, send, mailedToken, press, codeOf, opens, clock, look, record } = await running();
      await ready();
      await send();
      const first = codeOf(await press(await mailedToken()));
      await send();
      const second = await mailedToken();
      clock.at = new Date(clock.at.getTime() + 48 * hourMs);
      // The old code holds until the new one is made, however long that takes.
      expect(await opens(first)).toBe(true);
      await send();
      const third = await mailedToken();
      expect(shown(await look(second))).toEqual(dead);
      const answer = await press(third);
      const until = new Date(clock.at.getTime() + codeLinkTimes.graceHours * hourMs).toISOString();
      expect(answer.json()).toMatchObject({ earlierHoldsUntil: until });
      expect(await record()).toMatchObject({ codes: [{ state: 'holds' }, { state: 'grace', expiresAt: until }] });
      expect(await opens(first)).toBe(true);
      clock.at = new Date(clock.at.getTime() + codeLinkTimes.graceHours * hourMs);
      expect(await opens(first)).toBe(false);
      expect(await opens(codeOf(answer))).toBe(true);
    });

    it('without a grace ends the earlier code and its sessions at the press', async () => {
      const { ready, send, mailedToken, press, codeOf, sessionFor, call } = await running();
      await ready();
      await send();
      const token = await sessionFor(codeOf(await press(await mailedToken())));
      await send({ graceHours: 0 });
      const link = await mailedToken();
      expect((await call('GET', sessionPath, token)).status).toBe(200);
      expect((await press(link)).json()).toMatchObject({ earlierHoldsUntil: null });
      expect((await call('GET', sessionPath, token)).status).toBe(401);
    });

    it('R694 says by mail and on the page how long the earlier code will work', async () => {
      const { ready, send, mailedToken, look, mails } = await running();
      await ready();
      for (const [graceHours, words] of [
        [0, 'it ends when the new one is made.'],
        [1, 'it works for up to 1 hour after the new one is made.'],
        [24, 'it works for up to 24 hours after the new one is made.'],
        [168, 'it works for up to 7 days after the new one is made.'],
      ] as const) {
        await send({ graceHours });
        expect((await look(await mailedToken())).json()).toMatchObject({ graceHours });
        expect(mails.at(-1)?.text.replace(/\s+/g, ' ')).toContain(`If your store has a code already, ${words}`);
        expect(earlierCodeText(graceHours)).toContain(words);
      }
    });

    it('by two at the same instant leaves one link that works', async () => {
      const { ready, send, context, id, clock } = await running();
      await ready();
      for (let round = 0; round < 12; round += 1) {
        const answers = await Promise.all([send(), send(), send()]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
        const links = await context.storage.db
          .selectFrom('code_links')
          .select(['used_at', 'ended_at'])
          .where('dealership_id', '=', id)
          .execute();
        expect(links.filter(({ used_at, ended_at }) => used_at === null && ended_at === null)).toHaveLength(1);
        clock.at = new Date(clock.at.getTime() + 1000);
      }
    });
  });

  describeOnce('R118 a press whose answer was lost', () => {
    it('is answered again with the same code, to the browser that pressed, for a quarter of an hour', async () => {
      const { ready, send, mailedToken, press, codeOf, clock, context } = await running();
      await ready();
      await send();
      const token = await mailedToken();
      const code = codeOf(await press(token));
      const count = (await context.codes.list()).length;
      expect(codeOf(await press(token))).toBe(code);
      expect(shown(await press(token, keyOf('b')))).toEqual(dead);
      const twice = await Promise.all([press(token), press(token)]);
      expect(twice.map(codeOf)).toEqual([code, code]);
      clock.at = new Date(clock.at.getTime() + codeLinkTimes.askAgainForMs);
      expect(shown(await press(token))).toEqual(dead);
      expect((await context.codes.list()).length).toBe(count);
    });

    it('is not answered again once its code was revoked', async () => {
      const { ready, send, mailedToken, press, context } = await running();
      await ready();
      await send();
      const token = await mailedToken();
      await press(token);
      const [newest] = (await context.codes.list()).slice(-1);
      await context.codes.revoke({ number: newest?.number ?? 0 });
      expect(shown(await press(token))).toEqual(dead);
    });
  });

  /** A dealership that was made from an intake which agreed to texts. */
  async function textedBy({ desk, context }: Awaited<ReturnType<typeof running>>) {
    const submissionId = context.mintId();
    const intake = intakeParams({ submission_id: submissionId, personal_phone: '(207) 555-0147', sms_consent: true });
    await context.leads.accept({
      kind: 'intake',
      id: submissionId,
      answers: { ...intake, sms_consent: true } as never,
      submittedDate: '',
      flags: [],
      smsConsentVersion: '2026-11-01',
    });
    const made = await desk('POST', '/api/desk/dealerships', { lead: { id: submissionId, version: 1 } });
    const one = made.json<DealershipRecord>();
    const [person] = one.contacts;
    expect(person).toMatchObject({ phone: '(207) 555-0147', consent: { holds: true, endedAt: null } });
    const edit = async (patch: object) => {
      const now = (await desk('GET', `/api/desk/dealerships/${one.id}`)).json<DealershipRecord>();
      return desk('POST', `/api/desk/dealerships/${one.id}`, { version: now.version, patch });
    };
    await edit({ agreementDate: '2026-11-02' });
    const send = () => desk('POST', `/api/desk/dealerships/${one.id}/code-link`, { contactId: person?.id ?? '' });
    return { person, edit, send };
  }

  describeOnce('R120 a text', () => {
    it('goes to whom a submission lets text, at the number that it names, and to nobody else', async () => {
      const sms = await startFakeSms();
      const server = await running(sms.env);
      const { context, mails } = server;
      const { person, edit, send } = await textedBy(server);
      const sent = await send();
      expect(sent.json()).toMatchObject({ link: { phone: '+12075550147' } });
      await context.delivery.runDue();
      expect(sms.texts.at(-1)?.body).toMatch(/\/access-code#[\w-]{43}/);
      const count = sms.texts.length;

      // Another number was given no consent, whoever wrote it.
      const { consent: _, ...body } = person ?? expect.unreachable('no contact');
      await edit({ contacts: [{ ...body, phone: '(207) 555-0199', mail: 'dana@harborpoint.example' }] });
      const after = await send();
      expect(after.json()).toMatchObject({ link: { phone: null, mail: 'dana@harborpoint.example' } });
      await context.delivery.runDue();
      expect(sms.texts).toHaveLength(count);
      expect(mails.some(({ to }) => JSON.stringify(to).includes('dana@harborpoint.example'))).toBe(true);
    });

    it('R698 to a contact without a mail address is refused without a provider of texts, and mail is not blamed', async () => {
      const server = await running();
      const { person, edit, send } = await textedBy(server);
      const { consent: _, ...body } = person ?? expect.unreachable('no contact');
      await edit({ contacts: [{ ...body, mail: '' }] });
      const refused = await send();
      expect(shown(refused)).toEqual({ status: 422, text: codeRefusals.noMail.text });
      expect(refused.text).not.toContain('sends no mail');
      expect(refused.text).toContain('TWILIO_ACCOUNT_SID');
    });
  });
});
