/** `npm run leads`: what came in, newest first. */
import { Readable } from 'node:stream';
import { brand } from '#brand/brand.ts';
import { listSeparator } from '#contract/answers.ts';
import { leadForms } from '#contract/forms.ts';
import type { Storage } from '#server/database/open.ts';
import { type Consent, findLeads, type ListedLead, listLeads } from '#server/leads/service.ts';
import { csvHead, csvLine } from './commands/csv.ts';
import { textOf, writeWholeLead } from './commands/lead-text.ts';
import { CommandError, readLimit, readOptions, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, tableHead, tableLine, toJson } from './commands/terminal.ts';

const usage = `Usage: npm run leads -- [options]

Lists leads, newest first.

  --find WORDS  those whose answers or reference hold every word; a telephone number in any spacing
  --show REF    everything about one lead, by its reference (BX-7K2M-90QF)
  --json        everything, as a JSON array
  --csv         everything, as CSV for a spreadsheet (UTF-8; an apostrophe stands before what it would compute)
  --limit N     so many (default 50 in the table, all otherwise; 0 for all)
  --help        this text

With npm, write npm run --silent leads -- --csv > leads.csv, so that the file holds nothing else.`;

const forms = leadForms({ ...brand, smsConsent: brand.smsConsent.text });

const columns: readonly Column[] = [
  { heading: 'RECEIVED', width: 20 },
  { heading: 'REFERENCE', width: 12 },
  { heading: 'FORM', width: 7 },
  { heading: 'DEALERSHIP', width: 28 },
  { heading: 'PHONE', width: 18 },
  { heading: 'E-MAIL', width: 32 },
  { heading: 'NOTES', width: 0 },
];

const phoneFields = { inquiry: 'phone_number', intake: 'business_phone' } as const;

function notesOf({ flags, amended_at, sms_consent_at, sms_consents }: ListedLead): string {
  const notes = flags.map((flag) => `suspicious: ${flag}`);
  if (amended_at) notes.push(`changed ${clockTime(amended_at)}`);
  if (sms_consent_at) notes.push('may be texted');
  else if (sms_consents.length > 0) notes.push('took back the consent to texts');
  return notes.join(', ');
}

async function writeTable(leads: AsyncIterable<ListedLead>, none: string): Promise<void> {
  await write(`${tableHead(columns)}\n`);
  let count = 0;
  for await (const lead of leads) {
    const { kind, answers, reference, received_at } = lead;
    const { nameField, emailField } = forms[kind];
    const cells = [nameField, phoneFields[kind], emailField].map((name) => textOf(answers, name));
    await write(`${tableLine(columns, [clockTime(received_at), reference, kind, ...cells, notesOf(lead)])}\n`);
    count += 1;
  }
  await write(count === 0 ? none : `${count} shown\n`);
}

async function writeJson(leads: AsyncIterable<ListedLead>): Promise<void> {
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
function factText(lead: ListedLead, name: (typeof leadNames)[number]): string {
  if (name === 'flags') return lead.flags.join(listSeparator);
  return name === 'sms_consents' ? lead.sms_consents.map(consentText).join('\n') : (lead[name] ?? '');
}

async function writeCsv(leads: AsyncIterable<ListedLead>): Promise<void> {
  await write(csvHead([...leadNames, ...answerNames]));
  for await (const lead of leads) {
    const facts = leadNames.map((name) => factText(lead, name));
    await write(csvLine([...facts, ...answerNames.map((name) => textOf(lead.answers, name))]));
  }
}

async function show(storage: Storage, reference: string, json: boolean): Promise<void> {
  const found = await findLeads(storage, reference);
  if (found.length === 0) throw new CommandError(`There is no lead ${toJson(reference)}. npm run leads lists them.`);
  if (json) return writeJson(Readable.from(found));
  for (const lead of found) await writeWholeLead(forms[lead.kind], lead);
}

await runCommand(async (args) => {
  const options = readOptions(
    args,
    {
      json: { type: 'boolean' },
      csv: { type: 'boolean' },
      limit: { type: 'string' },
      find: { type: 'string' },
      show: { type: 'string' },
      help: { type: 'boolean' },
    },
    usage,
  );
  if (options.help) return write(`${usage}\n`);
  if (options.json && options.csv) throw usageError('Give --json or --csv, not both', usage);
  const { find, show: reference } = options;
  if (reference !== undefined && (find !== undefined || options.csv)) {
    throw usageError('Give --show alone, or with --json', usage);
  }
  const all = options.json || options.csv;
  const limit = readLimit(options.limit, all ? Number.POSITIVE_INFINITY : 50, usage);
  await withStorage(async (storage) => {
    if (reference !== undefined) return show(storage, reference, options.json ?? false);
    const leads = listLeads(storage, { limit, words: find });
    if (options.json) return writeJson(leads);
    if (options.csv) return writeCsv(leads);
    await writeTable(leads, find === undefined ? 'No lead has come in yet.\n' : `No lead holds ${toJson(find)}.\n`);
  });
});
