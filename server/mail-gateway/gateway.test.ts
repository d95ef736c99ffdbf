import { describe, expect, it } from 'vitest';
import { lists } from '#brand/lists.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { sendFormPath, sendPath } from '#contract/send.ts';
import { envelopeOf, inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { leadsOf, startApp, type TestApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const messagesOf = ({ context }: TestApp) =>
  context.storage.db.selectFrom('messages').select(['kind', 'recipient', 'state']).orderBy('kind').execute();

const post = async ({ app }: TestApp, url: string, payload: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return `${answer.statusCode} ${answer.body}`;
};

eachEngine((under) => {
  describe('S7.1 a form sent as JSON', () => {
    it('is answered OK, and is one lead with one mail for the operator and one for the dealer', async () => {
      const server = await startApp(under);
      const answer = await server.send('inquiry', inquiryParams({ submission_id: mintId() }));
      expect(answer).toMatchObject({ status: 200, text: 'OK' });
      const [lead, ...others] = await leadsOf(server);
      expect(others).toEqual([]);
      expect(lead).toMatchObject({ kind: 'inquiry', flags: '[]', amended_at: null });
      expect(JSON.parse(lead?.answers ?? '')).toMatchObject({
        dealership_name: 'Harbor Point Motors',
        first_name: 'Ada',
      });
      expect(await messagesOf(server)).toEqual([
        { kind: 'lead-confirmation', recipient: 'ada@harborpoint.example', state: 'held' },
        { kind: 'lead-operator', recipient: '', state: 'held' },
      ]);
    });

    it('S3.3 keeps the lenders of an intake as a list', async () => {
      const server = await startApp(under);
      expect(await server.send('intake', intakeParams())).toMatchObject({ status: 200 });
      const [lead] = await leadsOf(server);
      expect(JSON.parse(lead?.answers ?? '').current_lenders).toEqual(lists.lenders.slice(0, 2));
    });

    it('R980 with an id that a page of an earlier build minted is one lead, with the reference that page showed', async () => {
      const server = await startApp(under);
      // Versions 4 and 7 of RFC 9562.
      const ids = {
        'BX-F9XW-1G7H': '7a7bc0c0-f12c-4d3e-8f90-a1b2c3d4e5f6',
        'BX-PANK-SFF6': '01a220d3-5eb1-7860-b701-aab2ab3cbde6',
      };
      for (const submission_id of Object.values(ids)) {
        const params = inquiryParams({ submission_id, message: submission_id });
        for (let times = 0; times < 2; times++) expect((await server.send('inquiry', params)).text).toBe('OK');
      }
      const leads = (await leadsOf(server)).map(({ id, reference }) => [reference, id]);
      expect(Object.fromEntries(leads)).toEqual(ids);
      expect(leads).toHaveLength(2);
    });

    it('S5.4 is refused with one line for each field that a person must mend', async () => {
      const server = await startApp(under);
      const answer = await server.send('inquiry', inquiryParams({ first_name: ' ', email: 'nobody' }));
      expect(answer.status).toBe(422);
      expect(answer.text.split('\n')).toEqual([
        'first_name: Enter your first name',
        'email: Enter an e-mail address like name@dealership.com',
      ]);
      expect(await leadsOf(server)).toEqual([]);
    });

    it.each([
      ['info@bücher.example', 'info@xn--bcher-kva.example'],
      ['info@bu\u0308cher.example', 'info@xn--bcher-kva.example'],
      ['Info@BÜCHER.example', 'Info@xn--bcher-kva.example'],
      ['info@автосалон.example', 'info@xn--80aaf1bkdcvh.example'],
      ['info@車.例え', 'info@xn--0z3a.xn--r8jz45g'],
    ])(
      'R744 with the address %j is stored and confirmed with %s, and is the same lead by either',
      async (email, known) => {
        const server = await startApp(under);
        const submission_id = mintId();
        for (const each of [email, known]) {
          const answer = await server.send('inquiry', inquiryParams({ submission_id, email: each }));
          expect(answer.text).toBe('OK');
        }
        const [lead, ...others] = await leadsOf(server);
        expect(others).toEqual([]);
        expect(JSON.parse(lead?.answers ?? '').email).toBe(known);
        expect((await messagesOf(server))[0]).toMatchObject({ recipient: known.toLowerCase() });
      },
    );

    it('R744 with a domain that no mail server can know is refused', async () => {
      const server = await startApp(under);
      const answer = await server.send('inquiry', inquiryParams({ email: 'info@\u2e80\ufdd0.example' }));
      expect(answer).toMatchObject({ status: 422, text: 'email: Enter an e-mail address like name@dealership.com' });
    });

    it('R742 from a page that was opened before a list changed is refused with what to do, and without script the form has the new list', async () => {
      const server = await startApp(under);
      const gone = { representative: 'Quentin Ash', current_lenders: 'Alder Auto Finance, Sandbar Credit' };
      const answer = await server.send('intake', intakeParams(gone));
      expect(answer.status).toBe(422);
      expect(answer.text.split('\n')).toEqual([
        'representative: Choose the representative you spoke with. The list has changed: load the page again to see it',
        'current_lenders: Choose lenders from the list. The list has changed: load the page again to see it',
      ]);
      const unanswered = await server.send('intake', intakeParams({ representative: '' }));
      expect(unanswered.text).toBe('representative: Choose the representative you spoke with');
      const headers = { accept: 'text/html,application/xhtml+xml' };
      const page = await server.sendForm('intake', intakeParams({ representative: 'Quentin Ash' }), headers);
      expect(page.status).toBe(422);
      expect(page.text).toContain('Choose the representative you spoke with</a>');
      expect(page.text).not.toContain('load the page again');
    });

    it('S4.6 is refused when the mailing address contradicts the ticked box', async () => {
      const server = await startApp(under);
      const params = intakeParams({ mailing_same_as_business: true });
      expect((await server.send('intake', params)).text).toMatch(/^mailing_address: /);
      expect(await server.send('intake', { ...params, mailing_address: params['business_address'] })).toMatchObject({
        status: 200,
      });
    });

    it('is kept and marked when it looks like a machine', async () => {
      const server = await startApp(under);
      await server.send('inquiry', inquiryParams({ leave_blank: 'x', fill_ms: 12 }));
      expect(JSON.parse((await leadsOf(server))[0]?.flags ?? '')).toEqual(['honeypot', 'too-fast']);
    });

    it('R18 keeps consent to texts with its wording and time, and takes an unnamed wording for none', async () => {
      const server = await startApp(under, {}, { now: () => new Date('2026-11-21T21:06:00Z') });
      await server.send('intake', intakeParams({ sms_consent: true, sms_consent_version: '2026-11-01' }));
      await server.send('intake', intakeParams({ sms_consent: true, dba: 'Another' }));
      const rows = await server.context.storage.db.selectFrom('submissions').selectAll().execute();
      expect(rows.map((row) => [row.sms_consent_version, row.sms_consent_at, row.sms_consent_wording])).toEqual(
        expect.arrayContaining([
          ['2026-11-01', '2026-11-21T21:06:00.000Z', lists.smsConsent.text],
          [null, null, null],
        ]),
      );
    });
  });

  describe('S7.4 the provider’s refusals', () => {
    const body = (change: object) =>
      JSON.stringify({ ...envelopeOf('inquiry'), template_params: inquiryParams(), ...change });

    it('are the provider’s statuses and texts', async () => {
      const server = await startApp(under);
      expect(await post(server, sendPath, body({ user_id: undefined }))).toBe('400 The user_id parameter is required');
      expect(await post(server, sendPath, body({ service_id: '' }))).toBe('400 The service_id parameter is required');
      expect(await post(server, sendPath, body({ template_id: 7 }))).toBe('400 The template_id parameter is required');
      expect(await post(server, sendPath, body({ user_id: 'x' }))).toMatch(/^400 The Public Key is invalid/);
      expect(await post(server, sendPath, body({ service_id: 'x' }))).toMatch(/^400 The service ID not found/);
      expect(await post(server, sendPath, body({ template_id: 'x' }))).toMatch(/^400 The template ID not found/);
      expect(await post(server, sendPath, body({ template_params: 'x' }))).toMatch(/^400 The template_params/);
      expect(await post(server, sendPath, body({ template_params: { submission_id: '1' } }))).toMatch(
        /^400 The submission_id/,
      );
      expect(await post(server, sendPath, '{')).toBe('400 The request body is malformed');
      expect(await post(server, sendPath, '')).toBe('400 The request body is malformed');
      expect(await post(server, sendPath, '"x"')).toMatch(/^400 /);
      expect(await post(server, sendPath, body({ x: 'x'.repeat(70_000) }))).toBe('413 The request is too large');
      expect(await post(server, sendPath, 'a=b', { 'content-type': 'text/plain' })).toMatch(/^415 /);
      expect(await post(server, sendFormPath, body({}))).toMatch(/^415 /);
      const cutShort = { 'content-type': 'multipart/form-data; boundary=x' };
      expect(await post(server, sendFormPath, '--x\r\nhalf', cutShort)).toBe('400 The request body is malformed');
      expect(await leadsOf(server)).toEqual([]);
    });

    it('takes the account’s default service', async () => {
      const server = await startApp(under, { MAIL_SERVICE_ID: 'service_x' });
      expect(await post(server, sendPath, body({ service_id: 'default_service' }))).toBe('200 OK');
    });

    it('R17 refuses the one lead too many with the time to wait, and a replay of a stored one never', async () => {
      const server = await startApp(under, { LIMIT_LEADS_PER_ADDRESS: '1/600' });
      const first = inquiryParams({ submission_id: mintId() });
      expect(await server.send('inquiry', first)).toMatchObject({ status: 200 });
      const second = await server.send('inquiry', inquiryParams({ submission_id: mintId() }));
      expect(second).toMatchObject({ status: 429, text: 'Too Many Requests' });
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(590);
      for (let again = 0; again < 5; again++)
        expect(await server.send('inquiry', first)).toMatchObject({ status: 200 });
    });
  });

  describe('other origins', () => {
    const params = inquiryParams();

    it('R11 are refused, our own and the allowed are answered, and a client without one is let through', async () => {
      const server = await startApp(under, {
        ALLOWED_ORIGINS: 'https://dealer.example',
        PUBLIC_URL: 'https://desk.example',
      });
      expect(await server.send('inquiry', params, { origin: 'https://evil.example' })).toMatchObject({ status: 403 });
      expect(await server.send('inquiry', params, { origin: 'null' })).toMatchObject({ status: 403 });
      expect(await leadsOf(server)).toEqual([]);
      const allowed = await server.send('inquiry', params, { origin: 'https://dealer.example' });
      expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': 'https://dealer.example' });
      for (const origin of ['https://desk.example', 'http://192.168.1.20:8080']) {
        expect(await server.send('inquiry', params, { origin, host: '192.168.1.20:8080' })).toMatchObject({
          status: 200,
        });
      }
      expect(await server.send('inquiry', params)).toMatchObject({ status: 200 });
    });

    it('get an answer to their preflight', async () => {
      const { app } = await startApp(under, { ALLOWED_ORIGINS: 'https://dealer.example' });
      const preflight = (origin: string) => app.inject({ method: 'OPTIONS', url: sendPath, headers: { origin } });
      const answer = await preflight('https://dealer.example');
      expect(answer.statusCode).toBe(204);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': 'https://dealer.example',
        'access-control-allow-headers': 'content-type',
      });
      expect((await preflight('https://evil.example')).statusCode).toBe(403);
    });
  });

  it('says the reference that the page shows', async () => {
    const server = await startApp(under);
    const submission_id = mintId();
    await server.send('inquiry', inquiryParams({ submission_id }));
    expect((await leadsOf(server))[0]?.reference).toBe(referenceOf(submission_id));
  });
});
