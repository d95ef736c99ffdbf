/** `npm run leads`: lists leads, newest first, and works on them. */
import { Option } from '@commander-js/extra-typings';
import { lists } from '#brand/lists.ts';
import { listSeparator } from '#contract/answers.ts';
import { leadForms } from '#contract/forms.ts';
import { type Columns, cellsOf, columnsOf, csvHead, csvLine } from '#server/csv.ts';
import type { Storage } from '#server/database/open.ts';
import { type Consent, findLeads, type ListedLead, listLeads } from '#server/leads/service.ts';
import { CommandError } from './commands/failures.ts';
import { textOf, wholeLead } from './commands/lead-text.ts';
import { leadWork } from './commands/lead-work.ts';
import { type Declare, helpOnFiles, readLimit, runAsProcess, type Tools } from './commands/run.ts';
import { clockTime, toJson } from './commands/terminal.ts';

type Write = Tools['write'];
type Leads = Iterable<ListedLead> | AsyncIterable<ListedLead>;

const forms = leadForms(lists);

const columns = { RECEIVED: 20, REFERENCE: 12, FORM: 7, DEALERSHIP: 28, PHONE: 18, 'E-MAIL': 32, NOTES: 0 };

const phoneFields = { inquiry: 'phone_number', intake: 'business_phone' } as const;

function notesOf({ flags, amended_at, sms_consent_at, sms_consents }: ListedLead): string {
  const notes = flags.map((flag) => `suspicious: ${flag}`);
  if (amended_at) notes.push(`changed ${clockTime(amended_at)}`);
  if (sms_consent_at) notes.push('may be texted');
  else if (sms_consents.length > 0) notes.push('took back the consent to texts');
  return notes.join(', ');
}

async function* rowsOf(leads: Leads) {
  for await (const lead of leads) {
    const { kind, answers, reference, created_at } = lead;
    const { nameField, emailField } = forms[kind];
    const cells = [nameField, phoneFields[kind], emailField].map((name) => textOf(answers, name));
    yield [clockTime(created_at), reference, kind, ...cells, notesOf(lead)];
  }
}

async function writeJson(write: Write, leads: Leads): Promise<void> {
  let opening = '[';
  for await (const lead of leads) {
    const { id, reference, kind, created_at, submitted_date, amended_at, flags, answers } = lead;
    const { sms_consent_at, sms_consent_version } = lead;
    const sms_consents = lead.sms_consents.map(({ submissionId, endedAt, ...consent }) => ({
      submission_id: submissionId,
      ...consent,
      ended_at: endedAt,
    }));
    const facts = { id, reference, kind, created_at, submitted_date, amended_at, flags };
    const entry = { ...facts, sms_consent_at, sms_consent_version, sms_consents, answers };
    await write(`${opening}\n${toJson(entry)}`);
    opening = ',';
  }
  await write(opening === '[' ? '[]\n' : '\n]\n');
}

const consentText = ({ at, version, endedAt }: Consent) => `${at} to ${version}${endedAt ? `, ended ${endedAt}` : ''}`;

/** The answers to both forms; a field name of both forms is one column. */
const answerNames = new Set(Object.values(forms).flatMap(({ fields }) => fields.map(({ name }) => name)));

const csvColumns: Columns<ListedLead> = {
  ...columnsOf<ListedLead>('reference', 'kind', 'created_at', 'submitted_date', 'amended_at'),
  flags: ({ flags }) => flags.join(listSeparator),
  ...columnsOf<ListedLead>('sms_consent_at', 'sms_consent_version'),
  sms_consents: ({ sms_consents }) => sms_consents.map(consentText).join('\n'),
  ...Object.fromEntries([...answerNames].map((name) => [name, ({ answers }) => textOf(answers, name)])),
};

async function writeCsv(write: Write, leads: Leads): Promise<void> {
  await write(csvHead(Object.keys(csvColumns)));
  for await (const lead of leads) await write(csvLine(cellsOf(csvColumns, lead)));
}

export const leads: Declare = (command, tools) => {
  const { now, withStorage, write, writeTable } = tools;
  async function show(storage: Storage, reference: string, json: boolean): Promise<void> {
    const found = await findLeads(storage, reference);
    if (found.length === 0) throw new CommandError(`There is no lead ${toJson(reference)}. npm run leads lists them.`);
    if (json) return writeJson(write, found);
    for (const lead of found) await write(wholeLead(forms[lead.kind], lead));
  }

  command
    .description('Lists leads, newest first; its subcommands work on them as the desk does.')
    .option('--find <words>', 'those whose answers or reference hold every word; a telephone number in any spacing')
    .addOption(
      new Option('--show <reference>', 'everything about one lead, by its reference (BX-7K2M-90QF)').conflicts([
        'find',
        'csv',
      ]),
    )
    .addOption(new Option('--json', 'everything, as a JSON array').conflicts('csv'))
    .option('--csv', 'everything, as CSV for a spreadsheet (UTF-8; an apostrophe stands before what it would compute)')
    .option('--limit <n>', 'so many (default 50 in the table, all otherwise; 0 for all)', readLimit)
    .addHelpText('after', helpOnFiles('leads'))
    .action(async ({ find, show: reference, json = false, csv = false, limit }) => {
      await withStorage(async (storage) => {
        if (reference !== undefined) return show(storage, reference, json);
        const most = limit ?? (json || csv ? Number.POSITIVE_INFINITY : 50);
        const found = listLeads(storage, { limit: most, words: find, forms, now });
        if (json) return writeJson(write, found);
        if (csv) return writeCsv(write, found);
        const count = await writeTable(columns, rowsOf(found));
        const none = find === undefined ? 'No lead has come in yet.\n' : `No lead holds ${toJson(find)}.\n`;
        await write(count === 0 ? none : `${count} shown\n`);
      });
    });
  leadWork(command, tools);
};

if (import.meta.main) await runAsProcess('leads', leads);
