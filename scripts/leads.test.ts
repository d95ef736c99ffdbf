/** Tests the command that lists leads, run as a person does on a real database. */
import { expect, test } from 'vitest';
import { brand } from '#brand/brand.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { dayAt } from '#server/calendar.ts';
import { inquiryParams } from '../tests/support/answers.ts';
import { startApp } from '../tests/support/app.ts';
import { runScript } from '../tests/support/command.ts';
import { eachEngine, type Place } from '../tests/support/each-engine.ts';
import { storeSubmission } from '../tests/support/store-submission.ts';
import { storeLead } from '../tests/support/stored-lead.ts';

const run = (place: Pick<Place, 'env'>, ...args: string[]) => runScript('leads', place.env, ...args);
const clearScreen = '\u001b[2J';

eachEngine((under) => {
  const { openStorage, newPlace } = under;

  test('lists newest first, through more than one slice, with harmless names', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    const references: string[] = [];
    for (let n = 0; n < 450; n++) references.push(await storeLead(storage, n, `${clearScreen}=Dealer ${n}`));
    const { out, code } = await run(place, '--limit', '0');
    expect(code).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(452);
    expect(new Set(lines.slice(1, -1).map((line) => /BX-\S+/.exec(line)?.[0]))).toEqual(new Set(references));
    const times = lines.slice(1, -1).map((line) => line.slice(0, 16));
    expect(times).toEqual([...times].sort().reverse());
    expect(out).not.toContain('\u001b');
    expect(out).toContain('suspicious: honeypot');
  }, 30_000);

  test('writes JSON that keeps every answer, and CSV that no spreadsheet computes', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    await storeLead(storage, 0, `=1+1,"${clearScreen}`);
    const json = JSON.parse((await run(place, '--json')).out);
    expect(json).toMatchObject([{ kind: 'inquiry', answers: { dealership_name: `=1+1,"${clearScreen}` } }]);
    const [head, line] = (await run(place, '--csv')).out.split('\r\n');
    expect(head).toMatch(/^\ufeff"reference","kind","created_at","submitted_date"/);
    expect(line).toContain(`"'=1+1,""${clearScreen}"`);
    expect(line).toContain(`"'+1 207 555 0100"`);
  });

  test('R40 tell what each submission agreed to, until when, and what holds now', async () => {
    const place = await newPlace();
    const storage = await openStorage(place);
    const id = await storeSubmission(storage, new Date('2026-11-21T21:00:00Z'));
    const second = {
      id: mintId(),
      created_at: '2026-11-21T21:05:00.000Z',
      submitted_date: '11/21/2026, 4:05:00 PM',
    };
    const given = { at: '2026-11-21T21:00:00.000Z', version: '2026-11-01', wording: 'May text' };
    await storage.transaction(async (trx) => {
      const consent = {
        sms_consent_at: given.at,
        sms_consent_version: given.version,
        sms_consent_wording: 'May text',
      };
      await trx
        .updateTable('submissions')
        .set({ ...consent, replaced_by: second.id })
        .execute();
      const row = { lead_id: id, kind: 'inquiry' as const, fingerprint: 'f', answers: '{}' };
      await trx
        .insertInto('submissions')
        .values({ ...row, ...second })
        .execute();
    });
    expect(JSON.parse((await run(place, '--json')).out)).toMatchObject([
      {
        id,
        submitted_date: second.submitted_date,
        sms_consent_at: null,
        sms_consent_version: null,
        sms_consents: [{ submission_id: id, ...given, ended_at: second.created_at }],
      },
    ]);
    const [head = '', line = ''] = (await run(place, '--csv')).out.slice(1).split('\r\n');
    const cell = (name: string) => line.slice(1, -1).split('","')[head.slice(1, -1).split('","').indexOf(name)];
    expect(['submitted_date', 'sms_consent_at', 'sms_consents'].map(cell)).toEqual([
      second.submitted_date,
      '',
      `${given.at} to ${given.version}, ended ${second.created_at}`,
    ]);
    expect((await run(place)).out).toContain('took back the consent to texts');
    expect((await run(place, '--show', referenceOf(id))).out).toMatch(
      /Consent to texts: +given 2026-11-21 16:00 EST to the wording 2026-11-01, taken back 2026-11-21 16:05 EST\n +"May text"\n/,
    );
  }, 60_000);

  test('finds leads by words, and shows one whole by its reference as people type it', async () => {
    const place = await newPlace();
    const server = await startApp({ ...under, newPlace: async () => place });
    const id = mintId();
    const typed = inquiryParams({
      submission_id: id,
      dealership_name: 'Quay 100%_Motors',
      first_name: `Zo\u00eb${clearScreen}`,
    });
    await server.send('inquiry', typed);
    await server.send('inquiry', inquiryParams({ dealership_name: 'Larkspur' }));
    for (const words of ['quay motors', '100%_M', '(207) 555-0148', 'ZOË quay']) {
      expect((await run(place, '--find', words)).out).toContain(referenceOf(id));
    }
    expect((await run(place, '--find', 'quay larkspur')).out).toContain('No lead holds "quay larkspur"');
    expect(JSON.parse((await run(place, '--find', 'quay', '--json')).out)).toHaveLength(1);
    const whole = await run(place, '--show', referenceOf(id).toLowerCase().replaceAll('-', ' '));
    expect(whole.out).toMatch(/Dealership Name: +Quay 100%_Motors/i);
    expect(whole.out).toContain('14 Commercial Wharf\n');
    expect(whole.out).not.toContain('\u001b');
    const missing = await run(place, '--show', 'BX-0000-0000');
    expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no lead')]);
    expect((await run(place, '--show', 'x', '--find', 'y')).code).toBe(2);
  }, 30_000);

  test('says so when there is none', async () => {
    const place = await newPlace();
    await openStorage(place);
    expect((await run(place)).out).toContain('No lead has come in yet');
    expect((await run(place, '--json')).out).toBe('[]\n');
  });

  test('R99 R103 work on leads as the desk does, in its words, and the audit log says that a command did', async () => {
    const place = await newPlace();
    const server = await startApp({ ...under, newPlace: async () => place });
    const [one, two] = [mintId(), mintId()];
    await server.send('inquiry', inquiryParams({ submission_id: one, dealership_name: 'Quay Motors' }));
    await server.send('inquiry', inquiryParams({ submission_id: two, dealership_name: 'Quay Motors Inc.' }));
    const [reference, other] = [referenceOf(one), referenceOf(two)];
    expect((await run(place, 'due')).out).toMatch(/in 23 h +BX-\S+ +inquiry +New +nobody +Quay Motors/);
    expect((await run(place, 'history', reference)).out).toContain(`Perhaps the same people: Inquiry ${other}`);
    const { context } = server;
    const at = new Date().toISOString();
    await context.storage.db
      .insertInto('people')
      .values(
        ['LEE MARSH', 'Lee Marsh'].map((name, nth) => ({
          id: `lee-${nth}`,
          name,
          mail: `l${nth}@x.example`,
          mail_key: `l${nth}@x.example`,
          role: 'agent',
          created_at: at,
        })),
      )
      .execute();
    for (const name of ['LEE MARSH', 'Lee Marsh'])
      expect((await run(place, 'owner', reference, name)).out).toContain(`New, ${name}, due`);
    await context.storage.db.deleteFrom('people').where('name', '=', 'LEE MARSH').execute();
    expect((await run(place, 'owner', reference, 'lee marsh')).out).toContain('New, Lee Marsh, due');
    expect((await run(place, 'status', reference, 'qualified')).out).toContain('Qualified, Lee Marsh');
    await run(place, 'note', reference, 'SSN 123-45-6789, wants a demo');
    await run(place, 'follow-up', reference, new Date(Date.now() + 3_600_000).toISOString());
    const day = dayAt(new Date(Date.now() + 30 * 24 * 3_600_000), brand.timeZone);
    for (const [typed, due] of [
      [`${day}T09:30`, `due ${day} 09:30 E`],
      [day, `due ${day} 10:00 E`],
    ] as const) {
      expect((await run(place, 'follow-up', reference, typed)).out).toContain(due);
    }
    expect((await run(place, 'follow-up', reference, 'July 2 2027')).code).toBe(2);
    expect((await run(place, 'join', reference, other)).code).toBe(0);
    const history = (await run(place, 'history', other)).out;
    expect(history).toMatch(/A command: New → Qualified/);
    expect(history).toMatch(/A command: SSN \[Social Security number removed\], wants a demo/);
    expect(history).toMatch(new RegExp(`A command: joined the inquiry ${other}`));
    expect((await run(place, 'join', reference, other)).err).toContain('These two are one lead already.');
    expect((await run(place, 'part', reference, other)).code).toBe(0);
    expect((await run(place, 'follow-up', reference, '2001-01-01')).err).toContain('Choose a time from now on');
    const entries = await context.storage.db
      .selectFrom('audit_entries')
      .select('action')
      .where('by_id', 'is', null)
      .where('action', 'in', ['lead-edited', 'lead-noted', 'leads-joined', 'leads-parted'])
      .orderBy('seq')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'lead-edited',
      'lead-edited',
      'lead-edited',
      'lead-noted',
      'lead-edited',
      'lead-edited',
      'lead-edited',
      'leads-joined',
      'leads-parted',
    ]);
  }, 60_000);
});
