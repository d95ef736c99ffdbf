/** The commands beside the server, as a person runs them on a real store. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brand } from '#brand/brand.ts';
import { leadForms } from '#contract/forms.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { openStorage as open, type Storage } from '#server/database/open.ts';
import { createMessageKinds } from '#server/message-kinds.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import { createOverview } from '#server/outbox/overview.ts';
import { inquiryParams } from '../tests/support/answers.ts';
import { startApp } from '../tests/support/app.ts';
import { type CommandName, commands, runScript, spawnScript } from '../tests/support/command.ts';
import { eachEngine, type Place, temporaryFolder } from '../tests/support/each-engine.ts';
import { storeSubmission } from '../tests/support/store-submission.ts';

const smtpEnv = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@boxline.example', MAIL_TO: 'us@boxline.example' };

const run = (command: CommandName, place: Pick<Place, 'env'>, ...args: string[]) =>
  runScript(command, place.env, ...args);

const clearScreen = '\u001b[2J';

async function storeLead(storage: Storage, n: number, name: string): Promise<string> {
  const id = mintId();
  const created_at = new Date(Date.UTC(2026, 10, 21, 9, 0, n % 7)).toISOString();
  await storage.db
    .insertInto('leads')
    .values({
      id,
      kind: 'inquiry',
      reference: referenceOf(id),
      answers: JSON.stringify({ dealership_name: name, phone_number: '+1 207 555 0100', email: `d${n}@x.example` }),
      flags: n === 0 ? '["honeypot"]' : '[]',
      created_at,
      search: '',
    })
    .execute();
  return referenceOf(id);
}

describe('without a database', () => {
  test.each(['leads', 'outbox'] as const)('%s says to start the server first and creates nothing', async (command) => {
    const folder = join(temporaryFolder(), 'data');
    const { code, out, err } = await run(command, { env: { DATA_DIR: folder } });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('Start the server once (npm start)');
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
    expect((await run(command, { env: { DATA_DIR: folder } })).code).toBe(1);
    expect(existsSync(join(folder, 'boxline.sqlite'))).toBe(false);
  });

  test('a bad configuration is named whole, as the server does', async () => {
    const { code, err } = await run('leads', { env: { PORT: 'x', HOST: 'y z' } });
    expect(code).toBe(1);
    expect(err).toMatch(/PORT is "x"[\s\S]*HOST is "y z"/);
  });
});

describe('a command line that cannot be read', () => {
  test.each([
    ['leads', ['--json', '--csv'], "option '--json' cannot be used with option '--csv'"],
    ['leads', ['--limit', 'many'], "option '--limit <n>' argument 'many' is invalid. It must be a whole number"],
    ['leads', ['--wrong'], '--wrong'],
    ['leads', ['stray'], 'stray'],
    ['outbox', ['--show'], '--show'],
    ['outbox', ['--show', 'abcd', '--retry', 'all'], "option '--retry <id>' cannot be used with option '--show <id>'"],
    ['leads', ['\u001b[2J'], '\\u001b[2J'],
  ] as const)('%s %j exits with 2 and the usage', async (command, args, problem) => {
    const { code, out, err } = await run(command, { env: { DATA_DIR: temporaryFolder() } }, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(problem);
    expect(err).toContain(`Usage: npm run ${command}`);
    expect(err).not.toContain('\u001b');
  });
});

describe('as a process', () => {
  const names = Object.keys(commands) as CommandName[];

  test.each(names)('%s says what is wrong with its command line', async (name) => {
    const { code, out, err } = await spawnScript(name, {}, '--wrong');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(new RegExp(`^error: unknown option '--wrong'\n\nUsage: npm run ${name} -- `));
  });

  test('a command writes what it was asked for, and nothing else', async () => {
    const dataDir = temporaryFolder();
    const storage = open({ dataDir });
    await storage.migrate();
    await storeLead(storage, 1, 'Harbor Point Motors');
    await storage.close();
    const leads = await spawnScript('leads', { DATA_DIR: dataDir });
    expect(leads).toMatchObject({ code: 0, out: /Harbor Point Motors/, err: '' });
  });
});

test.each(Object.keys(commands) as CommandName[])('%s tells how it is used', async (name) => {
  const { code, out, err } = await runScript(name, {}, '--help');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.startsWith(`Usage: npm run ${name} -- `)).toBe(true);
});

eachEngine((under) => {
  const { openStorage, newPlace } = under;

  describe('leads', () => {
    test('lists newest first, through more than one slice, with harmless names', async () => {
      const place = await newPlace();
      const storage = await openStorage(place);
      const references: string[] = [];
      for (let n = 0; n < 450; n++) references.push(await storeLead(storage, n, `${clearScreen}=Dealer ${n}`));
      const { out, code } = await run('leads', place, '--limit', '0');
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
      const json = JSON.parse((await run('leads', place, '--json')).out);
      expect(json).toMatchObject([{ kind: 'inquiry', answers: { dealership_name: `=1+1,"${clearScreen}` } }]);
      const [head, line] = (await run('leads', place, '--csv')).out.split('\r\n');
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
      expect(JSON.parse((await run('leads', place, '--json')).out)).toMatchObject([
        {
          id,
          submitted_date: second.submitted_date,
          sms_consent_at: null,
          sms_consent_version: null,
          sms_consents: [{ submission_id: id, ...given, ended_at: second.created_at }],
        },
      ]);
      const [head = '', line = ''] = (await run('leads', place, '--csv')).out.slice(1).split('\r\n');
      const cell = (name: string) => line.slice(1, -1).split('","')[head.slice(1, -1).split('","').indexOf(name)];
      expect(['submitted_date', 'sms_consent_at', 'sms_consents'].map(cell)).toEqual([
        second.submitted_date,
        '',
        `${given.at} to ${given.version}, ended ${second.created_at}`,
      ]);
      expect((await run('leads', place)).out).toContain('took back the consent to texts');
      expect((await run('leads', place, '--show', referenceOf(id))).out).toMatch(
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
        expect((await run('leads', place, '--find', words)).out).toContain(referenceOf(id));
      }
      expect((await run('leads', place, '--find', 'quay larkspur')).out).toContain('No lead holds "quay larkspur"');
      expect(JSON.parse((await run('leads', place, '--find', 'quay', '--json')).out)).toHaveLength(1);
      const whole = await run('leads', place, '--show', referenceOf(id).toLowerCase().replaceAll('-', ' '));
      expect(whole.out).toMatch(/Dealership Name: +Quay 100%_Motors/i);
      expect(whole.out).toContain('14 Commercial Wharf\n');
      expect(whole.out).not.toContain('\u001b');
      const missing = await run('leads', place, '--show', 'BX-0000-0000');
      expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no lead')]);
      expect((await run('leads', place, '--show', 'x', '--find', 'y')).code).toBe(2);
    }, 30_000);

    test('says so when there is none', async () => {
      const place = await newPlace();
      await openStorage(place);
      expect((await run('leads', place)).out).toContain('No lead has come in yet');
      expect((await run('leads', place, '--json')).out).toBe('[]\n');
    });
  });

  describe('outbox', () => {
    async function storeMessages(storage: Storage, count: number, canSend = true) {
      const now = () => new Date();
      const forms = leadForms({ ...brand, smsConsent: brand.smsConsent.text });
      const kinds = createMessageKinds({ storage, forms, now, linkOf: () => '' });
      const outbox = createOutbox({ storage, kinds, now, canSend });
      const subjectId = await storeSubmission(storage, new Date());
      for (let n = 0; n < count; n++) {
        const at = new Date(Date.now() - 60_000);
        await storage.transaction((trx) =>
          outbox.enqueue(trx, { kind: 'lead-operator', subjectId, recipient: '', at }),
        );
      }
      return outbox;
    }

    test('lists each state with ages and reasons, shows one with its text, and tries again', async () => {
      const place = await newPlace();
      const configured = { env: { ...place.env, ...smtpEnv } };
      const storage = await openStorage(place);
      const outbox = await storeMessages(storage, 3);
      const [sent, failed] = [await outbox.claim(), await outbox.claim()];
      if (!sent || !failed) throw new Error('nothing was claimed');
      await outbox.recordResult(sent, { state: 'sent' });
      await outbox.recordResult(failed, { state: 'failed', reason: `Refused for good: 550 ${clearScreen}no` });

      const listed = await run('outbox', configured);
      expect(listed.code).toBe(0);
      expect(listed.out).toContain('1 failed, 0 unsure, 1 waiting, 0 held, 1 sent');
      expect(listed.out).toMatch(/Needs a person \(1\)[\s\S]*1 min[\s\S]*Refused for good: 550 \\u001b\[2Jno/);

      const shown = await run('outbox', configured, '--show', failed.id.slice(0, 8));
      expect(shown.out).toMatch(/State: +Needs a person/);
      expect(shown.out).toMatch(/Subject: Dealer inquiry: .*, BX-/);
      expect(shown.out).toMatch(/Dealership name: +Harbor Point Motors/);
      expect(shown.out).toContain('us@boxline.example');

      expect(await run('outbox', configured, '--retry', sent.id)).toMatchObject({ code: 1, err: /sent already/ });
      expect(await run('outbox', configured, '--retry', failed.id)).toMatchObject({
        code: 0,
        out: /1 message due now/,
      });
      expect(await createOverview(storage).counts()).toMatchObject({ failed: 0, waiting: 2, sent: 1 });
      expect(await run('outbox', configured, '--retry', 'all')).toMatchObject({ code: 0, out: /2 messages due now/ });
      expect(await run('outbox', configured, '--show', 'ffff0000')).toMatchObject({
        code: 1,
        err: /no message ffff0000/,
      });
      expect(await run('outbox', configured, '--show', "' or 1")).toMatchObject({ code: 2 });
    }, 30_000);

    test('tries nothing again whose time ended, and says so', async () => {
      const place = await newPlace();
      const storage = await openStorage(place);
      const outbox = await storeMessages(storage, 1);
      const claim = await outbox.claim();
      if (!claim) throw new Error('nothing was claimed');
      await outbox.recordResult(claim, { state: 'failed', reason: 'Refused for good: opted out' });
      await storage.db
        .updateTable('messages')
        .set({ expires_at: new Date(0).toISOString() })
        .execute();
      expect(await run('outbox', place, '--retry', claim.id)).toMatchObject({ code: 1, err: /is too old to be sent/ });
    }, 30_000);

    test('says that mail is held while there is no mail server', async () => {
      const place = await newPlace();
      const storage = await openStorage(place);
      await storeMessages(storage, 30, false);
      const { out } = await run('outbox', place);
      expect(out).toContain('(SMTP_URL) or text provider (TWILIO_ACCOUNT_SID) (30)');
      expect(out).toContain('… and 10 more (--limit 0 shows all)');
      const first = await storage.db.selectFrom('messages').select('id').executeTakeFirstOrThrow();
      expect(await run('outbox', place, '--retry', first.id)).toMatchObject({
        code: 1,
        err: /held until there is something to send it with/,
      });
      expect(await createOverview(storage).counts()).toMatchObject({ held: 30 });
    }, 30_000);
  });
});

test('outbox says what an older or missing schema needs', async () => {
  const dataDir = temporaryFolder();
  await open({ dataDir }).close();
  expect(await run('outbox', { env: { DATA_DIR: dataDir } })).toMatchObject({ code: 1, err: /npm start/ });
});
