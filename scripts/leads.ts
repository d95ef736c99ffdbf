/** `npm run leads`: what came in, newest first. */
import { brand } from '#brand/brand.ts';
import { listSeparator } from '#contract/answers.ts';
import type { Answers } from '#contract/fields.ts';
import { leadForms } from '#contract/forms.ts';
import { type Consent, readConsentsOf } from '#server/leads/service.ts';
import type { Storage } from '#server/storage/open.ts';
import { csvHead, csvLine } from './commands/csv.ts';
import { readLimit, readOptions, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, tableHead, tableLine, toJson } from './commands/terminal.ts';

const usage = `Usage: npm run leads -- [options]

Lists leads, newest first.

  --json      everything, as a JSON array
  --csv       everything, as CSV for a spreadsheet (UTF-8; an apostrophe stands before what it would compute)
  --limit N   so many (default 50 in the table, all otherwise; 0 for all)
  --help      this text

With npm, write npm run --silent leads -- --csv > leads.csv, so that the file holds nothing else.`;

const sliceRows = 200;
const forms = leadForms({ ...brand, smsConsent: brand.smsConsent.text });

type Lead = Awaited<ReturnType<typeof readSlice>>[number];

/** The leads before one, newest first. */
async function readSlice({ db }: Storage, rows: number, before?: { received_at: string; id: string }) {
  let query = db
    .selectFrom('leads')
    .leftJoin('submissions as holding', (join) =>
      join.onRef('holding.lead_id', '=', 'leads.id').on('holding.replaced_by', 'is', null),
    )
    .selectAll('leads')
    .select(['holding.submitted_date', 'holding.id as holding_id'])
    .orderBy('leads.received_at', 'desc')
    .orderBy('leads.id', 'desc')
    .limit(rows);
  if (before) {
    const { received_at, id } = before;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('leads.received_at', 'leads.id'), '<', tuple(received_at, id)),
    );
  }
  const leads = await query.execute();
  const consents = await readConsentsOf(
    db,
    leads.map(({ id }) => id),
  );
  return leads.map(({ holding_id, ...lead }) => {
    const given = consents.get(lead.id) ?? [];
    const now = given.find(({ submissionId }) => submissionId === holding_id);
    return {
      ...lead,
      answers: JSON.parse(lead.answers) as Answers,
      flags: JSON.parse(lead.flags) as string[],
      submitted_date: lead.submitted_date ?? '',
      // What holds now: nobody may be texted when these are null, whatever was given before.
      sms_consent_at: now?.at ?? null,
      sms_consent_version: now?.version ?? null,
      sms_consents: given,
    };
  });
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

function notesOf({ flags, amended_at, sms_consent_at, sms_consents }: Lead): string {
  const notes = flags.map((flag) => `suspicious: ${flag}`);
  if (amended_at) notes.push(`changed ${clockTime(amended_at)}`);
  if (sms_consent_at) notes.push('may be texted');
  else if (sms_consents.length > 0) notes.push('took back the consent to texts');
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
    const { id, reference, kind, received_at, submitted_date, amended_at, flags, answers } = lead;
    const { sms_consent_at, sms_consent_version } = lead;
    const sms_consents = lead.sms_consents.map(({ submissionId, endedAt, ...consent }) => ({
      submission_id: submissionId,
      ...consent,
      ended_at: endedAt,
    }));
    const facts = { id, reference, kind, received_at, submitted_date, amended_at, flags };
    const entry = { ...facts, sms_consent_at, sms_consent_version, sms_consents, answers };
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
  'submitted_date',
  'amended_at',
  'flags',
  'sms_consent_at',
  'sms_consent_version',
  'sms_consents',
] as const;

const consentText = ({ at, version, endedAt }: Consent) => `${at} to ${version}${endedAt ? `, ended ${endedAt}` : ''}`;

/** A fact of a lead as one cell. */
function factText(lead: Lead, name: (typeof leadNames)[number]): string {
  if (name === 'flags') return lead.flags.join(listSeparator);
  return name === 'sms_consents' ? lead.sms_consents.map(consentText).join('\n') : (lead[name] ?? '');
}

async function writeCsv(leads: AsyncIterable<Lead>): Promise<void> {
  await write(csvHead([...leadNames, ...answerNames]));
  for await (const lead of leads) {
    const facts = leadNames.map((name) => factText(lead, name));
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
