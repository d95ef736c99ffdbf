/** The form that comes back to a browser without scripts: it has its own limit, and never contains another person's answers. */
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { lists } from '#brand/lists.ts';
import { mintId } from '#contract/reference.ts';
import { inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

const headers = { accept: 'text/html,application/xhtml+xml' };

eachEngine((under) => {
  describe('R52 a refused form without script', () => {
    it('is drawn so often for an address and no more: then the refusal is a line of text, and a right form still goes', async () => {
      const server = await startApp(under, { LIMIT_FORM_PAGES_PER_ADDRESS: '2/60' });
      const refuse = () => server.sendForm('inquiry', inquiryParams({ email: 'nobody' }), headers);
      const statuses = [];
      for (let time = 0; time < 4; time++) statuses.push((await refuse()).status);
      expect(statuses).toEqual([422, 422, 429, 429]);
      const refused = await refuse();
      expect(refused.headers['content-type']).toContain('text/plain');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await server.sendForm('inquiry', inquiryParams(), headers)).status).toBe(303);
      expect((await server.send('inquiry', inquiryParams({ email: 'nobody' }))).status).toBe(422);
    });

    it('comes back with its own answers and mistakes, and with nothing of the form before it', async () => {
      const server = await startApp(under);
      const draw = async (params: Record<string, unknown>) =>
        load((await server.sendForm('intake', params, headers)).text);
      const first = await draw(intakeParams({ business_email: 'nobody', dba: 'First Store', sms_consent: 'on' }));
      expect(first('[name=dba]').attr('value')).toBe('First Store');
      const second = await draw({ ...intakeParams({ entity_type: '' }), dba: '' });
      expect(second.html()).not.toContain('First Store');
      expect(second('[name=sms_consent]').attr('checked')).toBeUndefined();
      expect(second('[name=business_email]').attr('aria-invalid')).toBeUndefined();
      expect(second('[data-error-summary] li')).toHaveLength(1);
      expect(second('title').text()).toMatch(/^Error: (?!Error)/);
    });

    it('R805 comes back with the id under which the browser posted it, and with none when there was none or it is no id', async () => {
      const server = await startApp(under);
      const idIn = async (named: object, dealer_address = '14 Commercial Wharf') => {
        const params = inquiryParams({ email: 'nobody', dealer_address, ...named });
        return load((await server.sendForm('inquiry', params, headers)).text)('[name=submission_id]').attr('value');
      };
      const submission_id = mintId();
      expect(await idIn({ submission_id })).toBe(submission_id);
      expect(await idIn({})).toBeUndefined();
      // A form that is too large is drawn before its id is looked at.
      const large = 'x'.repeat(100_000);
      expect(await idIn({ submission_id }, large)).toBe(submission_id);
      expect(await idIn({ submission_id: '"><b>' }, large)).toBeUndefined();
    });

    it('R675 comes back with the consent empty that was ticked under other words, and says so', async () => {
      const server = await startApp(under);
      const draw = async (version: string) => {
        const params = intakeParams({ business_email: 'nobody', sms_consent: 'on', sms_consent_version: version });
        const $ = load((await server.sendForm('intake', params, headers)).text);
        return { isTicked: $('[name=sms_consent]').attr('checked') !== undefined, text: $('body').text() };
      };
      const changed = 'These words have changed since you ticked the box';
      const same = await draw(lists.smsConsent.version);
      expect([same.isTicked, same.text.includes(changed)]).toEqual([true, false]);
      const other = await draw('2025-01-01');
      expect([other.isTicked, other.text.includes(changed)]).toEqual([false, true]);
    });
  });
});
