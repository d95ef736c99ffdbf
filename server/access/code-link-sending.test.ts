/** To whom a link to a code is sent, and what becomes of the links and codes before it. */
import { describe, expect, it } from 'vitest';
import { codeLinkTimes, earlierCodeText } from '#contract/code-link.ts';
import { codeRefusals } from '#contract/desk/code-endpoints.ts';
import type { DealershipRecord } from '#contract/desk/dealership-endpoints.ts';
import { sessionPath } from '#contract/portal.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { intakeParams } from '../../tests/support/answers.ts';
import { contact, dead, shown, startCodeLinks } from '../../tests/support/code-links.ts';
import { eachEngine, roundsOf } from '../../tests/support/each-engine.ts';

const hourMs = 60 * 60_000;

eachEngine((under) => {
  const running = (env?: Record<string, string>) => startCodeLinks(under, env);

  describe('R115 a dealership without an agreement', () => {
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

  describe('R640 a link to a contact whose addresses changed since the sender saw them', () => {
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

  const told = ({ status, json }: { status: number; json<T>(): T }) => ({
    status,
    link: json<DealershipRecord>().link,
  });

  describe('R700 a link that is withdrawn after it was replaced or used', () => {
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

  describe('R700 a link that is sent while somebody else sends one', () => {
    it('of two at the same instant is one, and whoever comes second sees it and decides', async () => {
      const { ready, send, desk, id, record, atOnce, mails, context } = await running();
      await ready();
      const seen = { mail: 'dana@harborpoint.example', phone: null };
      for (let round = 0; round < roundsOf(20); round++) {
        const answers = await atOnce([
          () => send({ seen: { ...seen, link: null } }),
          () => send({ seen: { ...seen, link: null } }),
          () => send({ seen: { ...seen, link: null } }),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
        const links = answers.map(({ json }) => json<DealershipRecord>().link);
        expect(links).toEqual(links.map(() => expect.objectContaining({ id: links[0]?.id, state: 'open' })));
        await context.delivery.runDue();
        expect(mails.filter(({ subject }) => subject.includes('access code'))).toHaveLength(2 * round + 1);
        // Sent all the same, it takes the place of the one that was seen.
        const again = await send({ seen: { ...seen, link: links[0]?.id } });
        expect(again.status).toBe(200);
        const link = again.json<DealershipRecord>().link?.id;
        expect(link).not.toBe(links[0]?.id);
        await context.delivery.runDue();
        await desk('POST', `/api/desk/dealerships/${id}/code-link/withdraw`, { link });
        expect((await record()).link).toMatchObject({ state: 'ended' });
      }
    });

    it('does not take the place of one that was used meanwhile, so the code that was just made holds', async () => {
      const { ready, send, mailedToken, press, opens, codeOf } = await running();
      await ready();
      const link = (await send()).json<DealershipRecord>().link?.id;
      const made = await press(await mailedToken());
      const seen = { mail: 'dana@harborpoint.example', phone: null, link };
      const late = await send({ seen, graceHours: 0 });
      expect(told(late)).toMatchObject({ status: 409, link: { id: link, state: 'used' } });
      expect(await opens(codeOf(made))).toBe(true);
      expect((await send({ seen: { ...seen, link: null } })).status).toBe(200);
    });
  });

  describe('R1053 a link that is sent late, after the first one was withdrawn or used', () => {
    const seen = { mail: 'dana@harborpoint.example', phone: null, link: null, newest: null };

    it('is not sent when the first one was withdrawn', async () => {
      const { ready, send, desk, id, record } = await running();
      await ready();
      const link = (await send({ seen })).json<DealershipRecord>().link?.id;
      await desk('POST', `/api/desk/dealerships/${id}/code-link/withdraw`, { link });
      expect(told(await send({ seen }))).toMatchObject({ status: 409, link: { id: link, state: 'ended' } });
      expect((await record()).link).toMatchObject({ id: link });
      expect((await send({ seen: { ...seen, newest: link } })).status).toBe(200);
    });

    it('is not sent when the first one was used, so the code that was just made holds', async () => {
      const { ready, send, mailedToken, press, opens, codeOf } = await running();
      await ready();
      const link = (await send({ seen })).json<DealershipRecord>().link?.id;
      const made = await press(await mailedToken());
      expect(told(await send({ seen, graceHours: 0 }))).toMatchObject({ status: 409, link: { id: link } });
      expect(await opens(codeOf(made))).toBe(true);
    });
  });

  describe('R117 sending again', () => {
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

  describe('R120 a text', () => {
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

    it('R1127 with a link that works for seven days is taken by the provider', async () => {
      const sms = await startFakeSms();
      const server = await running(sms.env);
      await (await textedBy(server)).send();
      await server.context.delivery.runDue();
      const sent = await server.context.storage.db
        .selectFrom('messages')
        .select('state')
        .where('kind', '=', 'code-link')
        .where('channel', '=', 'sms')
        .execute();
      expect(sent).toEqual([{ state: 'sent' }]);
    });

    it('R1130 that goes out twice, because the first try had no answer, says so', async () => {
      const sms = await startFakeSms();
      sms.meet({ kind: 'cut' });
      const server = await running(sms.env);
      await (await textedBy(server)).send();
      await server.context.delivery.runDue();
      server.clock.at = new Date(server.clock.at.getTime() + 5000);
      await server.context.delivery.runDue();
      const [first = '', second] = sms.texts.map(({ body }) => body);
      expect(second).toBe(`Sent again. ${first}`);
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
