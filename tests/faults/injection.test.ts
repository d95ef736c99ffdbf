import { load } from 'cheerio';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lists } from '#brand/lists.ts';
import { checkAnswers } from '#contract/answers.ts';
import { cleanText } from '#contract/clean-text.ts';
import type { Answers } from '#contract/fields.ts';
import { leadForms } from '#contract/forms.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import { telLink } from '#server/outbox/mail/wording.ts';
import type { FakeSmtp, ReceivedMail } from '../fakes/smtp.ts';
import { inquiryParams, intakeParams } from '../support/answers.ts';
import { parseCsv, readCsvCell } from '../support/csv.ts';
import { eachEngine } from '../support/each-engine.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { spawnCommand } from './support/commands.ts';
import { type Kind, post } from './support/post.ts';
import { limitMs, rounds } from './support/rounds.ts';
import { fakeSmtp, mailSettings, operator, startAt } from './support/servers.ts';

const attacks = rounds(20);
const forms = leadForms(lists);
const samples = { inquiry: inquiryParams, intake: intakeParams };

/** Characters that a terminal, a log reader or a mail reader acts on. Line feeds are checked separately. */
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const typed = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
    fc.string({
      unit: fc.constantFrom(...'<>&"\'`=+-@|,;:/\\%\r\n\t\0\u001b\u202e abc1'),
      minLength: 1,
      maxLength: 80,
    }),
    fc.constantFrom(
      'Dana\r\nBcc: thief@evil.example',
      'Dana\nSubject: You won\n\n<b>body</b>',
      '\r\n.\r\nMAIL FROM:<thief@evil.example>',
      '=?utf-8?Q?=0D=0ABcc:_thief@evil.example?=',
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '</bdi></td></tr></table><a href="https://evil.example">win</a>',
      '=HYPERLINK("https://evil.example","win")',
      '+1-1|cmd',
      '-2+3+cmd|" /C calc"!A0',
      '@SUM(1+1)',
      '\t=1+1',
      '"\r\n"=1+1","',
      '\u001b]0;owned\u0007\u001b[2J',
      '{"level":60,"msg":"forged"}',
      'x","level":60,"msg":"forged',
      '%s %d %o {{7*7}} #{7*7}',
      '__proto__',
      '\ud800 half a pair',
    ),
  )
  .map((text) => (cleanText(text) === '' ? `x${text}` : text));

const email = fc.constantFrom(
  'dana@dealers.example',
  'Dana.O+leads@Dealers.Example',
  "o'brien!#$%&*/=?^_`{|}~-@dealers.example",
  '-bcc@dealers.example',
  '=1+1@dealers.example',
);

/** A form in which an attacker typed every field that can be typed. */
const attack = fc.constantFrom<Kind>('inquiry', 'intake').chain((kind) => {
  const { fields } = forms[kind];
  const free = fields.filter(({ kind }) => ['text', 'tel', 'url', 'street'].includes(kind)).map(({ name }) => name);
  const texts = Object.fromEntries([...free, 'submitted_date', 'sms_consent_version'].map((name) => [name, typed]));
  return fc.record({ ...texts, [forms[kind].emailField]: email }).map((given) => ({ kind, given }));
});

/** The same form from an honest dealer. Each attack is replaced by a plain word, or by a number where it reads as one. */
function honest(kind: Kind, given: Readonly<Record<string, string>>): Record<string, string> {
  const word = ([name, text]: [string, string]): [string, string] => {
    if (name === forms[kind].emailField) return [name, 'dana@dealers.example'];
    const isNumber =
      forms[kind].fields.find((field) => field.name === name)?.kind === 'tel' && telLink(cleanText(text));
    return [name, isNumber ? '(207) 555-0148' : 'word'];
  };
  return Object.fromEntries(Object.entries(given).map(word));
}

/** The elements of a document with their attribute names and classes. Text and its line breaks are left out. */
function structureOf(html: string): string[] {
  const $ = load(html);
  $('br').remove();
  return $('*')
    .toArray()
    .map(
      (element) =>
        `${$(element).parents().length} ${'tagName' in element ? element.tagName : ''} ${JSON.stringify(Object.keys($(element).attr() ?? {}))} ${$(element).attr('class') ?? ''}`,
    );
}

const headerNames = ({ parsed }: ReceivedMail) => parsed.headers.map(({ key }) => key);

/** Sends a form and waits for the two mails it causes. */
async function sendAndReceive(
  url: string,
  storage: Storage,
  smtp: FakeSmtp,
  kind: Kind,
  given: Record<string, string>,
) {
  const id = mintId();
  const { status, text } = await post(url, kind, { ...samples[kind](), ...given, submission_id: id });
  expect(`${status} ${text}`).toBe('200 OK');
  const rows = await storage.db.selectFrom('messages').select(['id', 'kind']).where('subject_id', '=', id).execute();
  expect(rows).toHaveLength(2);
  const mailOf = async (wanted: string) => {
    const row = rows.find((row) => row.kind === wanted);
    const [mail] = await smtp.waitFor(1, ({ parsed }) => parsed.messageId?.startsWith(`<${row?.id}@`) ?? false);
    if (!mail) throw new Error(`no ${wanted} arrived`);
    return mail;
  };
  return { id, toOperator: await mailOf('lead-operator'), toDealer: await mailOf('lead-confirmation') };
}

type Exchange = Awaited<ReturnType<typeof sendAndReceive>>;

function expectHarmless(attacked: Exchange, honest: Exchange, kind: Kind, address: string): void {
  const { id, toOperator, toDealer } = attacked;
  expect(toOperator.to).toEqual([operator]);
  expect(toDealer.to.map((to) => to.toLowerCase())).toEqual([address.toLowerCase()]);
  expect(toOperator.parsed.to).toEqual([{ address: operator, name: '' }]);
  const [local, domain = ''] = address.split('@');
  expect(toOperator.parsed.replyTo).toEqual([{ address: `${local}@${domain.toLowerCase()}`, name: '' }]);
  expect(toDealer.parsed.to).toEqual([{ address: address.toLowerCase(), name: '' }]);
  // The subject may hold a typed name, in the characters of names, and nothing else that was typed. In a link, a letter or
  // a slash follows a colon.
  expect(toOperator.parsed.subject).toMatch(/^[\p{L}\p{M}\p{N}&'’‘“”.,()/…: +#$%!?@*–—-]{1,110}$/u);
  expect(toOperator.parsed.subject).not.toMatch(/:[\p{L}\p{N}/]/u);
  expect(toOperator.parsed.subject?.startsWith(`${forms[kind].title}: `)).toBe(true);
  expect(toOperator.parsed.subject?.endsWith(referenceOf(id))).toBe(true);
  expect(headerNames(toOperator)).toEqual(headerNames(honest.toOperator));
  expect(headerNames(toDealer)).toEqual(headerNames(honest.toDealer));
  expect(toOperator.parsed.attachments).toEqual([]);
  expect(structureOf(toOperator.parsed.html ?? '')).toEqual(structureOf(honest.toOperator.parsed.html ?? ''));
  // The confirmation repeats nothing that was typed. Except for the reference, it is the same for every sender.
  const plain = ({ id, toDealer }: Exchange) =>
    (toDealer.parsed.text ?? '').replaceAll(referenceOf(id), 'REFERENCE').replace(/^Received:.*$/m, '');
  expect(plain(attacked)).toBe(plain(honest));
  expect(structureOf(toDealer.parsed.html ?? '')).toEqual(structureOf(honest.toDealer.parsed.html ?? ''));
}

eachEngine(({ newPlace, openStorage }) => {
  test(
    `${attacks} forms typed by an attacker reach mail, CSV, JSON, terminal and log as text and nothing more`,
    async () => {
      const place = await newPlace();
      const smtp = await fakeSmtp();
      const server = await startAt(place, { ...wideLimits, ...mailSettings(smtp), LOG_LEVEL: 'debug' });
      const storage = await openStorage(place);
      const sent = new Map<string, Answers>();

      await fc.assert(
        fc.asyncProperty(attack, async ({ kind, given }) => {
          const attacked = await sendAndReceive(server.url, storage, smtp, kind, given);
          const innocent = await sendAndReceive(server.url, storage, smtp, kind, honest(kind, given));
          expectHarmless(attacked, innocent, kind, given[forms[kind].emailField] ?? '');
          const checked = checkAnswers(forms[kind].fields, { ...samples[kind](), ...given });
          if (checked.ok) sent.set(attacked.id, checked.answers as Answers);
        }),
        { numRuns: attacks },
      );

      const json = await spawnCommand(place, 'leads', ['--json']);
      expect(json.replaceAll('\n', '')).not.toMatch(acting);
      const listed = JSON.parse(json) as { id: string; reference: string; answers: Answers }[];
      for (const [id, answers] of sent) expect(listed.find((lead) => lead.id === id)?.answers).toEqual(answers);

      const csv = await spawnCommand(place, 'leads', ['--csv']);
      expect(csv).toMatch(/^\ufeff/);
      const [head = [], ...records] = parseCsv(csv.slice(1));
      expect(records).toHaveLength(listed.length);
      for (const record of records) {
        expect(record).toHaveLength(head.length);
        for (const cell of record) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        const lead = listed.find(({ reference }) => reference === record[0]);
        for (const [name, answer] of Object.entries(lead?.answers ?? {})) {
          const text = Array.isArray(answer) ? answer.join(', ') : String(answer);
          expect(readCsvCell(record[head.indexOf(name)] ?? '')).toBe(text);
        }
      }

      for (const text of [
        await spawnCommand(place, 'leads', ['--limit', '0']),
        await spawnCommand(place, 'outbox', []),
      ]) {
        expect(text.replaceAll('\n', '')).not.toMatch(acting);
      }
      const table = await spawnCommand(place, 'leads', ['--limit', '0']);
      expect(table.trimEnd().split('\n')).toHaveLength(listed.length + 2);

      expect((await server.stop()).code).toBe(0);
      const logged = server.output().slice(server.output().indexOf('Ready at')).trimEnd().split('\n').slice(1);
      expect(logged.length).toBeGreaterThan(2 * attacks);
      for (const line of logged) expect(JSON.parse(line)).not.toMatchObject({ level: 60 });
    },
    limitMs(3000, attacks),
  );
});
