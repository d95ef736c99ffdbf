import { describe, expect, it } from 'vitest';
import { phoneNotProvided, requestTypes, sendSmsPath } from '#contract/agent-request.ts';
import { mintId } from '#contract/reference.ts';
import { writeSetting } from '#server/settings/service.ts';
import { startFakeSms } from '../../tests/fakes/sms.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { dealer, dealerWithoutPhone, type PortalApp, startPortal } from '../../tests/support/portal.ts';

const smtpEnv = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'rowan@boxline.example' };

const requestsOf = ({ context }: PortalApp) => context.storage.db.selectFrom('agent_requests').selectAll().execute();
const messagesOf = ({ context }: PortalApp) =>
  context.storage.db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'state'])
    .orderBy('channel')
    .orderBy('recipient')
    .execute();

eachEngine((under) => {
  describe('S7.5 send-sms', () => {
    it('stores a request with its texts, its mails and its history in one go', async () => {
      const sms = await startFakeSms();
      const portal = await startPortal(under, { ...sms.env, ...smtpEnv, MAIL_TO: 'operator@boxline.example' });
      const id = await portal.ask(await portal.sessionFor(portal.shared.code));
      expect(await requestsOf(portal)).toMatchObject([
        {
          id,
          dealership_name: dealer.name,
          dealer_phone: dealer.phone,
          request_type: 'active_deal',
          sms_status: 'going',
        },
      ]);
      expect(await messagesOf(portal)).toEqual([
        { channel: 'mail', recipient: '', state: 'waiting' },
        { channel: 'mail', recipient: 'marlow@boxline.example', state: 'waiting' },
        { channel: 'mail', recipient: 'rowan@boxline.example', state: 'waiting' },
        { channel: 'sms', recipient: '+12075550121', state: 'waiting' },
        { channel: 'sms', recipient: '+12075550122', state: 'waiting' },
      ]);
      expect(await portal.historyOf(id)).toEqual(['stored']);
      expect(Object.keys(await portal.linksOf(id)).sort()).toEqual([
        'Boxline',
        'Marlow Finch',
        'Rowan Ames',
        'Tamsin Okoro',
      ]);
    });

    it('writes one mail to an operator who is also on shift', async () => {
      const portal = await startPortal(under, smtpEnv);
      await portal.ask(await portal.sessionFor(portal.shared.code));
      const mails = (await messagesOf(portal)).filter(({ channel }) => channel === 'mail');
      expect(mails.map(({ recipient }) => recipient)).toEqual(['', 'marlow@boxline.example']);
    });

    it('R22 holds the texts and mails the operator while there is no text provider', async () => {
      const portal = await startPortal(under, smtpEnv);
      const token = await portal.sessionFor(portal.shared.code);
      const id = await portal.ask(token);
      const texts = (await messagesOf(portal)).filter(({ channel }) => channel === 'sms');
      expect(texts.map(({ state }) => state)).toEqual(['held', 'held']);
      expect(await portal.view(token, id)).toMatchObject({ state: 'stored', smsStatus: 'none' });
      expect(await portal.historyOf(id)).toEqual(['stored', 'not-texted: there is no text provider']);
    });

    it('R22 sends no text beyond the hourly cap, and mail goes alone', async () => {
      const sms = await startFakeSms();
      const portal = await startPortal(under, { ...sms.env, ...smtpEnv, SMS_PER_HOUR: '5' });
      const token = await portal.sessionFor(portal.shared.code);
      const ids: string[] = [];
      for (let n = 0; n < 4; n++) ids.push(await portal.ask(token));
      const views = await Promise.all(ids.map((id) => portal.view(token, id)));
      expect(views.map(({ smsStatus }) => smsStatus)).toEqual(['going', 'going', 'going', 'capped']);
      const texts = (await messagesOf(portal)).filter(({ channel }) => channel === 'sms');
      expect(texts).toHaveLength(5);
      expect(await portal.historyOf(ids[2] ?? '')).toEqual([
        'stored',
        'not-texted: the texts of the hour are enough for 1 of 2',
      ]);
    });

    it('R22 texts as many as the hourly cap allows when more are on shift', async () => {
      const sms = await startFakeSms();
      const portal = await startPortal(under, { ...sms.env, SMS_PER_HOUR: '1' });
      const token = await portal.sessionFor(portal.shared.code);
      const ids = [await portal.ask(token), await portal.ask(token)];
      const views = await Promise.all(ids.map((id) => portal.view(token, id)));
      expect(views.map(({ smsStatus }) => smsStatus)).toEqual(['going', 'capped']);
      await portal.context.delivery.runDue();
      expect(sms.texts).toHaveLength(1);
    });

    it('R1085 texts of other kinds leave the texts of the hour to requests', async () => {
      const sms = await startFakeSms();
      const portal = await startPortal(under, { ...sms.env, SMS_PER_HOUR: '1' });
      const { storage, delivery, now } = portal.context;
      for (const kind of ['code-link', 'test-text', 'staff-link'] as const) {
        const message = { kind, subjectId: mintId(), recipient: '+12075550199', at: now() };
        await storage.transaction((trx) => delivery.enqueueText(trx, message));
      }
      const token = await portal.sessionFor(portal.shared.code);
      expect(await portal.view(token, await portal.ask(token))).toMatchObject({ smsStatus: 'going' });
    });

    it('takes dealership and phone from its own table, whatever the client says', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      await portal.ask(token, { dealershipName: dealerWithoutPhone.name, dealerPhone: '(999) 555-0199' });
      await portal.ask(token, { dealershipName: dealer.name.toUpperCase(), dealerPhone: phoneNotProvided });
      const stored = (await requestsOf(portal)).map((row) => [row.dealership_name, row.dealer_phone]);
      expect(stored).toEqual(
        expect.arrayContaining([
          [dealerWithoutPhone.name, null],
          [dealer.name, dealer.phone],
        ]),
      );
    });

    it.each([
      ['application/json', '{}'],
      ['application/json', '{"broken'],
      ['text/plain', '{}'],
      ['image/png', 'x'],
    ])('answers for another function as the platform does, whatever the body is (%s %s)', async (type, body) => {
      const { app } = await startPortal(under);
      const response = await app.inject({
        method: 'POST',
        url: '/functions/v1/other',
        headers: { 'content-type': type },
        body,
      });
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { code: 404, message: 'Requested function was not found' },
      ]);
    });

    it('refuses in the function’s shape what it cannot take, and stores nothing', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      const own = await portal.sessionFor(await portal.ownCode(dealerWithoutPhone.name));
      const errorOf = async (change: object, by = token) => {
        const answer = await portal.press(by, change);
        return [answer.status, answer.json()['success'], answer.json()['error']];
      };
      expect(await errorOf({ dealershipName: 'Nobody’s Cars' })).toEqual([200, false, expect.stringContaining('list')]);
      expect(await errorOf({}, own)).toEqual([200, false, 'Your access code belongs to another dealership']);
      expect(await errorOf({ dealershipName: ' ' })).toEqual([400, false, 'Please select your dealership']);
      expect(await errorOf({ requestType: 'active_deal' })).toEqual([400, false, expect.any(String)]);
      expect(await errorOf({ additionalInfo: 'x'.repeat(2001) })).toEqual([400, false, expect.any(String)]);
      expect(await errorOf({ dealershipName: 7 })).toEqual([400, false, expect.any(String)]);
      expect(await errorOf({ request_id: '1' })).toEqual([400, false, expect.any(String)]);
      await writeSetting(portal.context.storage.db, 'text-agent', 'off', new Date().toISOString());
      expect(await errorOf({})).toEqual([200, false, 'Text Agent is not switched on']);
      expect(await requestsOf(portal)).toEqual([]);
    });

    it('answers a missing or dead token as the platform does', async () => {
      const portal = await startPortal(under);
      const missing = await portal.app.inject({ method: 'POST', url: sendSmsPath, payload: {} });
      expect([missing.statusCode, missing.json()]).toEqual([
        401,
        { code: 401, message: 'Missing authorization header' },
      ]);
      const token = await portal.sessionFor(portal.shared.code);
      await portal.context.codes.revoke(portal.shared);
      for (const dead of [token, 'x', 'not a token']) {
        const answer = await portal.press(dead);
        expect([answer.status, answer.json()]).toEqual([
          401,
          { code: 401, message: 'Invalid Token or Protected Header formatting' },
        ]);
      }
    });

    it('R54 says a fault of ours in its own shape, and nothing of the fault', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      await portal.context.storage.close();
      const answer = await portal.press(token);
      expect([answer.status, answer.json()]).toEqual([
        500,
        { success: false, error: expect.stringMatching(/^Something went wrong on our side/) },
      ]);
    });

    it('R384 refuses what is typed too long by its own length, before it looks for numbers in it', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      const card = '4111 1111 1111 1111';
      // Without the card it would be short enough, and looking for cards in all of a long text holds a server up.
      for (const fields of [
        { additionalInfo: `${card} ${'x'.repeat(1990)}` },
        { callback_name: `${card} ${'x'.repeat(90)}` },
      ]) {
        const answer = await portal.press(token, fields);
        expect(answer.json()).toMatchObject({ success: false, error: expect.stringContaining('Shorten') });
      }
      expect(await requestsOf(portal)).toEqual([]);
      // A page masks before it sends: its marks count as the shortest secret, so what was short enough as typed stays so.
      const marks = '[card number removed] '.repeat(50);
      expect((await portal.press(token, { additionalInfo: `${marks}${'x'.repeat(1700)}` })).json()).toEqual({
        success: true,
      });
    });

    it('lets the client’s headers through a preflight of an allowed origin only', async () => {
      const { app } = await startPortal(under, { ALLOWED_ORIGINS: 'https://dealer.example' });
      const preflight = (origin: string) => app.inject({ method: 'OPTIONS', url: sendSmsPath, headers: { origin } });
      const answer = await preflight('https://dealer.example');
      expect(answer.statusCode).toBe(204);
      expect(answer.headers['access-control-allow-headers']).toBe('authorization, x-client-info, apikey, content-type');
      expect((await preflight('https://evil.example')).statusCode).toBe(403);
    });
  });

  describe('R23 a press counts once', () => {
    it('when it comes fifty times at once with its id', async () => {
      const portal = await startPortal(under, {
        LIMIT_AGENT_REQUESTS_PER_SESSION: '1000/60',
        LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: '1000/60',
      });
      const token = await portal.sessionFor(portal.shared.code);
      const request_id = mintId();
      const answers = await Promise.all(Array.from({ length: 50 }, () => portal.press(token, { request_id })));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['200 {"success":true}']),
      );
      expect(await requestsOf(portal)).toHaveLength(1);
    });

    it('when it comes twice without an id while the request runs, and anew when that is over', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      await Promise.all([portal.press(token), portal.press(token), portal.press(token, { additionalInfo: 'Another' })]);
      const [first] = await requestsOf(portal);
      expect(await requestsOf(portal)).toHaveLength(2);
      for (const { id } of await requestsOf(portal)) await portal.context.agentRequests.cancel(id);
      await portal.press(token);
      expect(await requestsOf(portal)).toHaveLength(3);
      expect(first).toBeDefined();
    });

    it('and its id is good for nothing else: other words, another session', async () => {
      const portal = await startPortal(under);
      const token = await portal.sessionFor(portal.shared.code);
      const request_id = await portal.ask(token);
      const taken = { success: false, error: 'This request was already received with other answers' };
      expect((await portal.press(token, { request_id, additionalInfo: 'else' })).json()).toEqual(taken);
      const other = await portal.sessionFor(portal.shared.code);
      expect((await portal.press(other, { request_id })).json()).toEqual(taken);
      expect(await requestsOf(portal)).toHaveLength(1);
    });

    it('R17 too many from one session are refused with the time to wait; a replay never', async () => {
      const portal = await startPortal(under, { LIMIT_AGENT_REQUESTS_PER_SESSION: '2/600' });
      const token = await portal.sessionFor(portal.shared.code);
      const request_id = await portal.ask(token);
      await portal.ask(token);
      const answer = await portal.press(token, { request_id: mintId() });
      expect([answer.status, answer.json()]).toEqual([429, { success: false, error: 'Too Many Requests' }]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(590);
      expect((await portal.press(token, { request_id })).text).toBe('{"success":true}');
      const other = await portal.sessionFor(portal.shared.code);
      expect((await portal.press(other)).status).toBe(200);
    });

    it('R17 too many for one dealership are refused, and no other dealership’s', async () => {
      const portal = await startPortal(under, { LIMIT_AGENT_REQUESTS_PER_DEALERSHIP: '1/600' });
      const [one, two] = [await portal.sessionFor(portal.shared.code), await portal.sessionFor(portal.shared.code)];
      await portal.ask(one);
      expect((await portal.press(two)).status).toBe(429);
      const dealershipName = dealerWithoutPhone.name;
      expect((await portal.press(two, { dealershipName, requestType: requestTypes.custom_request })).status).toBe(200);
    });
  });
});
