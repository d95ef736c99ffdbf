/** `npm run leads`: what came in, newest first. */
import { brand } from '#brand/brand.ts';
import { listSeparator } from '#contract/answers.ts';
import type { Answers } from '#contract/fields.ts';
import { leadForms } from '#contract/forms.ts';
import type { Storage } from '#server/storage/open.ts';
import { csvLine } from './commands/csv.ts';
import { readLimit, readOptions, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, tableHead, tableLine, toJson } from './commands/terminal.ts';

const usage = `Usage: npm run leads -- [options]

Lists leads, newest first.

  --json      everything, as a JSON array
  --csv       everything, as CSV (UTF-8) for a spreadsheet
  --limit N   so many (default 50 in the table, all otherwise; 0 for all)
  --help      this text

With npm, write npm run --silent leads -- --csv > leads.csv, so that the file holds nothing else.`;

const sliceRows = 200;
const forms = leadForms({ ...brand, smsConsent: brand.smsConsent.text });

type Lead = Awaited<ReturnType<typeof readSlice>>[number];

/** The leads before one, newest first. */
async function readSlice({ db }: Storage, rows: number, before?: { received_at: string; id: string }) {
  let query = db.selectFrom('leads').selectAll().orderBy('received_at', 'desc').orderBy('id', 'desc').limit(rows);
  if (before) {
    const { received_at, id } = before;
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('received_at', 'id'), '<', tuple(received_at, id)));
  }
  const leads = await query.execute();
  return leads.map((lead) => ({
    ...lead,
    answers: JSON.parse(lead.answers) as Answers,
    flags: JSON.parse(lead.flags) as string[],
  }));
}

/** Leads newest first, read in slices so that a server on the same database is never held up. */
async function* newestFirst(storage: Storage, limit: number): AsyncGenerator<Lead> {
  let last: Lead | undefined;
  for (let left = limit; left > 0; ) {
    const rows = Math.min(left, sliceRows);
    const slice = await readSlice(storage, rows, last);
    yield* slice;
    last = slice.at(-1);
    left = slice.length < rows ? 0 : left - rows;
  }
}

/** An answer as one text; a list as the wire writes it. */
function textOf(answers: Answers, name: string): string {
  const answer = answers[name];
  if (answer === undefined) return '';
  return Array.isArray(answer) ? answer.join(listSeparator) : String(answer);
}

const columns: readonly Column[] = [
  { heading: 'RECEIVED', width: 16 },
  { heading: 'REFERENCE', width: 12 },
  { heading: 'FORM', width: 7 },
  { heading: 'DEALERSHIP', width: 28 },
  { heading: 'PHONE', width: 18 },
  { heading: 'E-MAIL', width: 32 },
  { heading: 'NOTES', width: 0 },
];

const phoneFields = { inquiry: 'phone_number', intake: 'business_phone' } as const;

function notesOf({ flags, amended_at, sms_consent_at }: Lead): string {
  const notes = flags.map((flag) => `suspicious: ${flag}`);
  if (amended_at) notes.push(`changed ${clockTime(amended_at)}`);
  if (sms_consent_at) notes.push('may be texted');
  return notes.join(', ');
}

async function writeTable(leads: AsyncIterable<Lead>): Promise<void> {
  await write(`${tableHead(columns)}\n`);
  let count = 0;
  for await (const lead of leads) {
    const { kind, answers, reference, received_at } = lead;
    const { nameField, emailField } = forms[kind];
    const cells = [nameField, phoneFields[kind], emailField].map((name) => textOf(answers, name));
    await write(`${tableLine(columns, [clockTime(received_at), reference, kind, ...cells, notesOf(lead)])}\n`);
    count += 1;
  }
  await write(count === 0 ? 'No lead has come in yet.\n' : `${count} shown\n`);
}

async function writeJson(leads: AsyncIterable<Lead>): Promise<void> {
  let opening = '[';
  for await (const lead of leads) {
    const { id, reference, kind, received_at, amended_at, flags, sms_consent_at, sms_consent_version, answers } = lead;
    const entry = { id, reference, kind, received_at, amended_at, flags, sms_consent_at, sms_consent_version, answers };
    await write(`${opening}\n${toJson(entry)}`);
    opening = ',';
  }
  await write(opening === '[' ? '[]\n' : '\n]\n');
}

/** The columns of both forms; a name that both have is one column. */
const answerNames = [...new Set(Object.values(forms).flatMap(({ fields }) => fields.map(({ name }) => name)))];
const leadNames = [
  'reference',
  'kind',
  'received_at',
  'amended_at',
  'flags',
  'sms_consent_at',
  'sms_consent_version',
] as const;

async function writeCsv(leads: AsyncIterable<Lead>): Promise<void> {
  await write(csvLine([...leadNames, ...answerNames]));
  for await (const lead of leads) {
    const facts = leadNames.map((name) => (name === 'flags' ? lead.flags.join(listSeparator) : (lead[name] ?? '')));
    await write(csvLine([...facts, ...answerNames.map((name) => textOf(lead.answers, name))]));
  }
}

await runCommand(async (args) => {
  const options = readOptions(
    args,
    {
      json: { type: 'boolean' },
      csv: { type: 'boolean' },
      limit: { type: 'string' },
      help: { type: 'boolean' },
    },
    usage,
  );
  if (options.help) return write(`${usage}\n`);
  if (options.json && options.csv) throw usageError('Give --json or --csv, not both', usage);
  const all = options.json || options.csv;
  const limit = readLimit(options.limit, all ? Number.POSITIVE_INFINITY : 50, usage);
  await withStorage((storage) => {
    const leads = newestFirst(storage, limit);
    if (options.json) return writeJson(leads);
    return options.csv ? writeCsv(leads) : writeTable(leads);
  });
});
