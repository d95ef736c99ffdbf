/** `npm run outbox`: what waits, what needs a person, what was sent; and to try again by hand. */
import { brand } from '#brand/brand.ts';
import { leadForms } from '#contract/forms.ts';
import type { Config } from '#server/config.ts';
import { createComposer } from '#server/delivery/compose.ts';
import { createOutbox } from '#server/delivery/outbox.ts';
import { createOverview, type OverviewRow } from '#server/delivery/overview.ts';
import type { Storage } from '#server/storage/open.ts';
import type { MessageState } from '#server/storage/schema.ts';
import { CommandError, readLimit, readOptions, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, oneLine, severalLines, span, tableHead, tableLine } from './commands/terminal.ts';

const usage = `Usage: npm run outbox -- [options]

Lists messages: what needs a person, what is sent next, what is held, what was sent last.

  --show ID        where one message stands, and its text
  --retry ID|all   starts one message, or all that wait or need a person, anew and at once
  --limit N        so many of each kind (default 20; 0 for all)
  --help           this text

ID is the id of a message or its beginning, as the list shows it.`;

const sections: readonly (readonly [MessageState, string])[] = [
  ['stuck', 'Needs a person'],
  ['unsure', 'May have arrived, is tried again'],
  ['waiting', 'Waiting to be sent'],
  ['held', 'Held: no mail server is configured (SMTP_URL)'],
  ['sent', 'Sent'],
];

const columns: readonly Column[] = [
  { heading: 'ID', width: 8 },
  { heading: 'WHAT', width: 17 },
  { heading: 'LEAD', width: 12 },
  { heading: 'TO', width: 28 },
  { heading: 'AGE', width: 6 },
  { heading: 'TRIES', width: 5 },
  { heading: 'NEXT OR LAST', width: 16 },
  { heading: 'WHY', width: 0 },
];

const recipientOf = ({ recipient }: OverviewRow) => recipient || 'the operator';

function whenOf({ state, sent_at, due_at, lease_until }: OverviewRow, nowMs: number): string {
  if (state === 'sent') return sent_at ? clockTime(sent_at) : '';
  if (state === 'stuck' || state === 'held') return '';
  if (lease_until && Date.parse(lease_until) > nowMs) return 'being sent now';
  const inMs = Date.parse(due_at) - nowMs;
  return inMs <= 0 ? 'due now' : `in ${span(inMs)}`;
}

const lineOf = (row: OverviewRow, nowMs: number): string =>
  tableLine(columns, [
    row.id.slice(0, 8),
    row.kind,
    row.reference,
    recipientOf(row),
    span(nowMs - Date.parse(row.created_at)),
    String(row.attempts),
    whenOf(row, nowMs),
    row.last_error ?? '',
  ]);

async function list(storage: Storage, config: Config, limit: number): Promise<void> {
  const outbox = createOutbox({ storage, now: () => new Date(), canSend: config.smtp !== undefined });
  const counts = await outbox.counts();
  const overview = createOverview(storage);
  const nowMs = Date.now();
  const summary = sections.map(([state]) => `${counts[state]} ${state}`).join(', ');
  await write(`${summary}\n`);
  for (const [state, heading] of sections) {
    if (counts[state] === 0) continue;
    await write(`\n${heading} (${counts[state]})\n${tableHead(columns)}\n`);
    let shown = 0;
    for await (const row of overview.of(state, limit)) {
      shown += 1;
      await write(`${lineOf(row, nowMs)}\n`);
    }
    if (shown < counts[state]) await write(`… and ${counts[state] - shown} more (--limit 0 shows all)\n`);
  }
}

async function findOne(storage: Storage, id: string): Promise<OverviewRow> {
  if (!/^[0-9a-f-]{4,36}$/.test(id)) throw usageError(`${JSON.stringify(id)} is not the id of a message`, usage);
  const [found, another] = await createOverview(storage).find(id);
  if (!found) throw new CommandError(`There is no message ${id}. npm run outbox lists them.`);
  if (another) throw new CommandError(`More than one message begins with ${id}. Write more of the id.`);
  return found;
}

async function show(storage: Storage, config: Config, id: string): Promise<void> {
  const row = await findOne(storage, id);
  const nowMs = Date.now();
  const facts: [string, string | null | undefined][] = [
    ['Message', row.id],
    ['What', `${row.kind} for lead ${row.reference}`],
    ['To', row.recipient || `the operator (${config.smtp?.to ?? 'MAIL_TO is not set'})`],
    ['State', sections.find(([state]) => state === row.state)?.[1]],
    ['Written', `${clockTime(row.created_at)}, ${span(nowMs - Date.parse(row.created_at))} ago`],
    ['Tries', String(row.attempts)],
    ['Next', row.state === 'sent' ? null : whenOf(row, nowMs)],
    ['Sent', row.sent_at && clockTime(row.sent_at)],
    ['Last try said', row.last_error],
  ];
  for (const [name, fact] of facts) if (fact) await write(`${`${name}:`.padEnd(15)} ${oneLine(fact)}\n`);
  const forms = leadForms({ ...brand, smsConsent: brand.smsConsent.text });
  const mail = await createComposer({ storage, forms, operator: config.smtp?.to ?? '' })(row);
  await write(`\nSubject: ${oneLine(mail.subject)}\n\n${severalLines(mail.text)}`);
}

/** Why nothing could be tried again. */
const whyNot: Record<MessageState, string> = {
  sent: 'was sent already',
  held: 'is held until SMTP_URL is set; then it goes out by itself',
  waiting: 'is being sent right now',
  unsure: 'is being sent right now',
  stuck: 'was changed by somebody else meanwhile',
};

async function retry(storage: Storage, config: Config, id: string): Promise<void> {
  const canSend = config.smtp !== undefined;
  const outbox = createOutbox({ storage, now: () => new Date(), canSend });
  const found = id === 'all' ? undefined : await findOne(storage, id);
  const count = await outbox.retry(found?.id ?? 'all');
  if (found && count === 0) throw new CommandError(`Message ${found.id.slice(0, 8)} ${whyNot[found.state]}.`);
  const what = count === 1 ? '1 message' : `${count} messages`;
  await write(canSend ? `${what} due now; the running server sends.\n` : `${what} held until SMTP_URL is set.\n`);
}

await runCommand(async (args) => {
  const options = readOptions(
    args,
    {
      show: { type: 'string' },
      retry: { type: 'string' },
      limit: { type: 'string' },
      help: { type: 'boolean' },
    },
    usage,
  );
  if (options.help) return write(`${usage}\n`);
  const { show: shown, retry: retried } = options;
  if (shown !== undefined && retried !== undefined) throw usageError('Give --show or --retry, not both', usage);
  const limit = readLimit(options.limit, 20, usage);
  await withStorage(async (storage, config) => {
    if (shown !== undefined) return show(storage, config, shown);
    if (retried !== undefined) return retry(storage, config, retried);
    return list(storage, config, limit);
  });
});
