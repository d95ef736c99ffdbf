import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { lists } from '#brand/lists.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { sendPath } from '#contract/send.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { leadsOf, startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  describe('S7.2 a form sent as form data', () => {
    it('is the same lead as one sent as JSON', async () => {
      const server = await startApp(under);
      const params = intakeParams({ sms_consent: 'on', sms_consent_version: '1', mailing_same_as_business: 'on' });
      delete params['mailing_address'];
      const answer = await server.sendForm('intake', { ...params, current_lenders: lists.lenders.slice(0, 2) });
      expect(answer).toMatchObject({ status: 200, text: 'OK' });
      const answers = JSON.parse((await leadsOf(server))[0]?.answers ?? '');
      expect(answers).toMatchObject({
        sms_consent: true,
        mailing_same_as_business: true,
        mailing_address: params['business_address'],
        current_lenders: lists.lenders.slice(0, 2),
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
      const agreed = { sms_consent: 'on', sms_consent_version: lists.smsConsent.version };
      const params = intakeParams({ business_email: '', dba: '"><script>alert(1)</script>', ...agreed });
      const answer = await server.sendForm('intake', { ...params, current_lenders: lists.lenders[3] }, headers);
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
      expect(answer.text).toContain(`value="${lists.lenders[3]}" checked`);
      expect(answer.text).toContain('<option value="Frazer" selected');
      expect(answer.text).toMatch(/name="sms_consent" checked/);
      expect(answer.text).not.toContain('src="/assets/client.js"');
    });

    it('R674 a form that the browser posts under an id is one lead when it comes again, and other answers are another', async () => {
      const server = await startApp(under);
      const submission_id = mintId();
      const post = async (more: Record<string, string>) => {
        const answer = await server.sendForm('intake', intakeParams(more), headers);
        expect(answer.status).toBe(303);
        return String(answer.headers['location']);
      };
      const first = await post({ submission_id });
      expect(first).toContain(referenceOf(submission_id));
      expect(await post({ submission_id })).toBe(first);
      // A browser that does not keep the id posts under another one.
      expect(await post({ submission_id: mintId() })).toBe(first);
      const other = await post({ submission_id, dba: 'Another Store' });
      expect(other).not.toBe(first);
      expect(await post({ submission_id, dba: 'Another Store' })).toBe(other);
      const json = await server.send('intake', intakeParams({ submission_id, dba: 'A Third Store' }));
      expect(json.status).toBe(422);
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
});
