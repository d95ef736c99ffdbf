import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { brand } from '#brand/brand.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { sendFormPath, sendPath } from '#contract/send.ts';
import { envelopeOf, inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const leadsOf = ({ context }: TestApp) => context.storage.db.selectFrom('leads').selectAll().execute();
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
      expect(JSON.parse(lead?.answers ?? '').current_lenders).toEqual(brand.lenders.slice(0, 2));
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
          ['2026-11-01', '2026-11-21T21:06:00.000Z', brand.smsConsent.text],
          [null, null, null],
        ]),
      );
    });
  });

  describe('S7.2 a form sent as form data', () => {
    it('is the same lead as one sent as JSON', async () => {
      const server = await startApp(under);
      const params = intakeParams({ sms_consent: 'on', sms_consent_version: '1', mailing_same_as_business: 'on' });
      delete params['mailing_address'];
      const answer = await server.sendForm('intake', { ...params, current_lenders: brand.lenders.slice(0, 2) });
      expect(answer).toMatchObject({ status: 200, text: 'OK' });
      const answers = JSON.parse((await leadsOf(server))[0]?.answers ?? '');
      expect(answers).toMatchObject({
        sms_consent: true,
        mailing_same_as_business: true,
        mailing_address: params['business_address'],
        current_lenders: brand.lenders.slice(0, 2),
      });
    });

    it('R11 is refused when a name is said twice with different values, and taken with the same', async () => {
      const server = await startApp(under);
      const twice = { ...inquiryParams(), submitted_date: ['1', '2'] };
      expect(await server.sendForm('inquiry', twice)).toMatchObject({ status: 400 });
      expect(await server.sendForm('inquiry', { ...twice, submitted_date: ['1', '1'] })).toMatchObject({ status: 200 });
    });

    it('R11 is refused with a file', async () => {
      const server = await startApp(under);
      const file = new Blob(['x'], { type: 'text/plain' });
      expect(await server.sendForm('inquiry', { ...inquiryParams(), attachment: file })).toMatchObject({ status: 415 });
      const unnamed = new File(['x'], '');
      expect(await server.sendForm('inquiry', { ...inquiryParams(), a: unnamed })).toMatchObject({ status: 415 });
      const empty = new File([], 'contract.pdf');
      expect(await server.sendForm('inquiry', { ...inquiryParams(), a: empty })).toMatchObject({ status: 415 });
      expect(await leadsOf(server)).toEqual([]);
    });

    it('R54 is taken with a file control that nobody touched', async () => {
      const server = await startApp(under);
      const untouched = new File([], '', { type: 'application/octet-stream' });
      const params = { attachment: untouched, ...inquiryParams(), another: [untouched, untouched] };
      expect(await server.sendForm('inquiry', params)).toMatchObject({ status: 200, text: 'OK' });
      expect(await leadsOf(server)).toHaveLength(1);
    });

    it('R54 is read at the path that the specification names for both variants', async () => {
      const server = await startApp(under);
      const at = (params: Record<string, unknown>, headers = {}) =>
        server.sendForm('inquiry', params, headers, sendPath);
      expect(await at(inquiryParams())).toMatchObject({ status: 200, text: 'OK' });
      expect(await at({ template_params: JSON.stringify(inquiryParams({ first_name: 'Bea' })) })).toMatchObject({
        status: 200,
      });
      expect(await at(inquiryParams({ email: '' }))).toMatchObject({
        status: 422,
        text: expect.stringMatching(/^email: /),
      });
      expect(await at(inquiryParams({ first_name: 'Cy' }), { accept: 'text/html' })).toMatchObject({ status: 303 });
      expect((await leadsOf(server)).map(({ answers }) => JSON.parse(answers).first_name).sort()).toEqual([
        'Ada',
        'Bea',
        'Cy',
      ]);
    });

    it('R54 may carry its parameters in one field of JSON, which says nothing that another field does', async () => {
      const server = await startApp(under);
      const params = inquiryParams();
      const refused = async (fields: Record<string, unknown>) =>
        (await server.sendForm('inquiry', { ...params, ...fields })).text;
      expect(await refused({ template_params: '[1]' })).toMatch(/^The template_params parameter must be an object/);
      expect(await refused({ template_params: '{' })).toMatch(/^The template_params parameter must be an object/);
      expect(await refused({ template_params: '{"email":"x@y.example"}' })).toMatch(/^A field was sent twice/);
      expect(await refused({ template_params: '{"submission_id":null}' })).toBe('OK');
    });
  });

  describe('S7.3 without script', () => {
    const headers = { accept: 'text/html,application/xhtml+xml' };

    it('a form is answered with the thank-you page and its reference', async () => {
      const server = await startApp(under);
      const answer = await server.sendForm('intake', intakeParams(), headers);
      expect(answer.status).toBe(303);
      const [lead] = await leadsOf(server);
      const location = String(answer.headers['location']);
      expect(location).toBe(`/thank-you?kind=intake&reference=${lead?.reference}`);
      const { body } = await server.app.inject(location);
      expect(body).toContain(`<span data-reference="">${lead?.reference}</span>`);
      expect(body).toContain('data-kind="intake"');
      expect(body).not.toContain('data-kind="inquiry"');
    });

    it('a form with a mistake comes back with every answer and the error at its field', async () => {
      const server = await startApp(under);
      const params = intakeParams({ business_email: '', dba: '"><script>alert(1)</script>', sms_consent: 'on' });
      const answer = await server.sendForm('intake', { ...params, current_lenders: brand.lenders[3] }, headers);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('<title>Error: ');
      expect(answer.text).toContain('<a href="#intake-business_email">Enter an e-mail address like');
      const $ = load(answer.text);
      expect($('[name=business_email]').attr()).toMatchObject({
        'aria-invalid': 'true',
        'aria-describedby': 'intake-business_email-help intake-business_email-error',
      });
      expect(answer.text).toContain('name="dba" value="&quot;><script>alert(1)</script>"');
      expect(answer.text).toContain('14 Commercial Wharf\nPortland, ME 04101</textarea>');
      expect(answer.text).toContain(`value="${brand.lenders[3]}" checked`);
      expect(answer.text).toContain('<option value="Frazer" selected');
      expect(answer.text).toMatch(/name="sms_consent" checked/);
      expect(answer.text).not.toContain('src="/assets/client.js"');
    });

    it('a mistake among the lenders leads to the first box', async () => {
      const server = await startApp(under);
      const answer = await server.sendForm('intake', { ...intakeParams(), current_lenders: 'Nobody' }, headers);
      expect(answer.text).toContain('href="#intake-current_lenders-0"');
    });

    it('a form that comes too often comes back with every answer and when to send it', async () => {
      const server = await startApp(under, { LIMIT_LEADS_PER_ADDRESS: '1/600' });
      await server.sendForm('inquiry', inquiryParams(), headers);
      const answer = await server.sendForm('inquiry', inquiryParams({ first_name: 'Bea' }), headers);
      expect(answer.status).toBe(429);
      expect(answer.text).toContain('value="Bea"');
      expect(answer.text).toContain('Wait a minute');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
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
