/**
 * Too-large forms from browsers without scripts: what could be read comes back to be shortened; otherwise a page says what to do.
 */
import { request as httpRequest } from 'node:http';
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { sendFormPath } from '#contract/send.ts';
import { envelopeOf, inquiryParams, intakeParams } from '../../tests/support/answers.ts';
import { leadsOf, startApp } from '../../tests/support/app.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';

// Refused requests never reach the database, so one engine is enough.
const under = engineUnderTest('sqlite');
const headers = { accept: 'text/html,application/xhtml+xml' };
const kB = 1024;

/** The parsed page of a response. Checks that it is a page and not a line of text. */
function pageOf({ status, text, headers: sent }: { status: number; text: string; headers: Record<string, unknown> }) {
  expect(status).toBe(413);
  expect(sent['content-type']).toMatch(/^text\/html/);
  return load(text);
}

describe('R483 a form without script with a field of more than it can show', () => {
  it('comes back with the beginning of that field, the error at it, and everything else', async () => {
    const server = await startApp(under);
    const address = `14 Commercial Wharf ${'x'.repeat(30 * kB)} the end`;
    const params = inquiryParams({ dealer_address: address, dealership_name: 'Quay & Sons' });
    const $ = pageOf(await server.sendForm('inquiry', params, headers));
    expect($('title').text()).toMatch(/^Error: /);
    expect($('script[src]')).toHaveLength(0);
    const shown = $('[name=dealer_address]').text();
    expect(shown).toMatch(/^14 Commercial Wharf x+$/);
    expect(shown).toHaveLength(2000);
    const error = $('[data-field=dealer_address] [data-error]');
    expect(error.text()).toContain('only its beginning is left here: shorten it to 500');
    expect(error.attr('hidden')).toBeUndefined();
    expect($('[data-error-summary] li a').attr('href')).toBe('#inquiry-dealer_address');
    expect($('[data-error-summary] li')).toHaveLength(1);
    expect($('[name=dealership_name]').attr('value')).toBe('Quay & Sons');
    expect($('[name=email]').attr('value')).toBe(String(params['email']));
    expect($('[name=dealer_type] option[selected]').attr('value')).toBe('Used Car Dealer');
    expect(await leadsOf(server)).toEqual([]);
    const mended = { ...params, dealer_address: '14 Commercial Wharf' };
    expect((await server.sendForm('inquiry', mended, headers)).status).toBe(303);
  });

  it('comes back with every other mistake too, in the order of the form', async () => {
    const server = await startApp(under);
    const params = inquiryParams({ first_name: '', dealer_address: 'x'.repeat(30 * kB), email: 'nobody' });
    const $ = pageOf(await server.sendForm('inquiry', params, headers));
    const fields = $('[data-error-summary] li a').map((_, link) => $(link).attr('href'));
    expect(fields.get()).toEqual(['#inquiry-first_name', '#inquiry-email', '#inquiry-dealer_address']);
  });

  it('shows no half of a letter where it was cut off', async () => {
    const server = await startApp(under);
    for (const lead of ['', 'a', 'aa']) {
      const params = inquiryParams({ dealer_address: `${lead}${'車'.repeat(10 * kB)}` });
      const $ = pageOf(await server.sendForm('inquiry', params, headers));
      expect($('[name=dealer_address]').text()).toMatch(/^a*車+$/);
    }
  });
});

describe('R483 a form without script of more than 64 kB', () => {
  it('comes back with each field that is too long, and with the others', async () => {
    const server = await startApp(under);
    const long = (letter: string) => letter.repeat(14 * kB);
    const names = ['dba', 'business_address', 'mailing_address', 'referred_by', 'flooring_line', 'business_fax'];
    const params = intakeParams(Object.fromEntries(names.map((name, at) => [name, long('abcdef'[at] ?? '')])));
    const $ = pageOf(await server.sendForm('intake', params, headers));
    const wrong = $('[aria-invalid=true]').map((_, control) => $(control).attr('name'));
    expect(new Set(wrong.get())).toEqual(new Set(names));
    expect($('[name=dba]').attr('value')).toBe(long('a'));
    expect($('[name=mailing_address]').text()).toBe(long('c'));
    expect($('[name=business_name]').attr('value')).toBe('Harbor Point Motors LLC');
  });

  it('whose fields are all right says that it is too large, and is not taken', async () => {
    const server = await startApp(under);
    const more = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`utm_${at}`, 'x'.repeat(9 * kB)]));
    const $ = pageOf(await server.sendForm('inquiry', { ...inquiryParams(), ...more }, headers));
    expect($('[data-error-summary]').attr('hidden')).toBeUndefined();
    expect($('[data-error-summary] li').text()).toContain('too large');
    expect($('[name=dealership_name]').attr('value')).toBe('Harbor Point Motors');
    expect(await leadsOf(server)).toEqual([]);
  });

  it('is drawn as often for an address as other forms that come back, and no more', async () => {
    const server = await startApp(under, { LIMIT_FORM_PAGES_PER_ADDRESS: '2/60' });
    const params = inquiryParams({ dealer_address: 'x'.repeat(30 * kB) });
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await server.sendForm('inquiry', params, headers)).status);
    expect(statuses).toEqual([413, 413, 429]);
  });

  it('is a line of text for whoever asked for no page', async () => {
    const server = await startApp(under);
    const params = inquiryParams({ dealer_address: 'x'.repeat(30 * kB) });
    const answer = await server.sendForm('inquiry', params);
    expect(answer).toMatchObject({ status: 413, text: 'The request is too large' });
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });
});

describe('R483 a form without script that cannot be read', () => {
  const said = 'Your form was too large';

  it.each([
    ['is larger than the server reads', inquiryParams({ dealer_address: 'x'.repeat(5 * 1024 * kB) })],
    ['has more fields than any form', Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`f${at}`, 'x']))],
    [
      'is more than the server keeps',
      {
        ...inquiryParams(),
        ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 'x'.repeat(15 * kB)])),
      },
    ],
  ])('because it %s gets a page of the site that says what to do', async (_why, params) => {
    const server = await startApp(under);
    const answer = await server.sendForm('inquiry', params as Record<string, unknown>, headers);
    const $ = pageOf(answer);
    expect($('h1').text()).toBe(said);
    expect($('title').text()).toContain(said);
    expect($('[data-outcome]')).toHaveLength(1);
    expect($('script[src]')).toHaveLength(0);
    expect(answer.headers['content-security-policy']).toContain('default-src');
    expect(await leadsOf(server)).toEqual([]);
  });

  it('reads that page although its browser is still sending', async () => {
    const server = await startApp(under);
    const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const fields = { ...envelopeOf('inquiry'), ...inquiryParams(), dealer_address: 'x'.repeat(12 * 1024 * kB) };
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const type = encoded.headers.get('content-type') ?? '';
    const text = await new Promise<string>((resolve, reject) => {
      const sending = httpRequest(`${origin}${sendFormPath}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type, 'content-length': body.length },
      });
      sending.on('error', reject);
      sending.on('response', async (answer) => resolve((await answer.setEncoding('utf8').toArray()).join('')));
      sending.end(body);
    });
    expect(load(text)('h1').text()).toBe(said);
  });

  it('does not keep a server from reading others, nor its memory from being bounded', async () => {
    const server = await startApp(under);
    const large = () =>
      server.sendForm('inquiry', inquiryParams({ dealer_address: 'x'.repeat(5 * 1024 * kB) }), headers);
    const answers = await Promise.all([
      large(),
      large(),
      server.sendForm('inquiry', inquiryParams(), headers),
      large(),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([413, 413, 303, 413]);
  });
});
