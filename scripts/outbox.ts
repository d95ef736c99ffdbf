/** `npm run outbox`: what waits, what needs a person, what was sent; and to try again by hand. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { brand } from '#brand/brand.ts';
import { agentPagePath } from '#contract/agent.ts';
import { codeLinkPagePath } from '#contract/code-link.ts';
import { linkPages } from '#contract/desk/session.ts';
import { leadForms } from '#contract/forms.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { createMessageKinds } from '#server/message-kinds.ts';
import { createMailComposer, writeText } from '#server/outbox/compose.ts';
import type { RegisteredKinds } from '#server/outbox/message-kind.ts';
import { createOutbox } from '#server/outbox/outbox.ts';
import { createOverview, type OverviewRow } from '#server/outbox/overview.ts';
import type { MessageState } from '#server/outbox/tables.ts';
import { CommandError, type Declare, readLimit, runAsProcess } from './commands/run.ts';
import { clockTime, oneLine, severalLines, span } from './commands/terminal.ts';

const sections: readonly (readonly [MessageState, string])[] = [
  ['failed', 'Needs a person'],
  ['unsure', 'May have arrived, is tried again'],
  ['waiting', 'Waiting to be sent'],
  ['held', 'Held: no running server has a mail server (SMTP_URL) or text provider (TWILIO_ACCOUNT_SID)'],
  ['sent', 'Sent'],
  ['expired', 'Its time ended, not sent any more'],
];

const columns = { ID: 8, WHAT: 17, ABOUT: 12, TO: 28, AGE: 6, TRIES: 5, 'NEXT OR LAST': 20, WHY: 0 };

const recipientOf = ({ recipient }: OverviewRow) => recipient || 'the operator';

function whenOf({ state, sent_at, due_at, lease_until }: OverviewRow, nowMs: number): string {
  if (state === 'sent') return sent_at ? clockTime(sent_at) : '';
  if (state === 'failed' || state === 'held' || state === 'expired') return '';
  if (lease_until && Date.parse(lease_until) > nowMs) return 'being sent now';
  const inMs = Date.parse(due_at) - nowMs;
  return inMs <= 0 ? 'due now' : `in ${span(inMs)}`;
}

const cellsOf = (row: OverviewRow, nowMs: number): string[] => [
  row.id.slice(0, 8),
  row.kind,
  row.reference,
  recipientOf(row),
  span(nowMs - Date.parse(row.created_at)),
  String(row.attempts),
  whenOf(row, nowMs),
  row.last_error ?? '',
];

async function* rowsOf(found: AsyncIterable<OverviewRow>, nowMs: number) {
  for await (const row of found) yield cellsOf(row, nowMs);
}

/** The id of a message or its beginning. */
function readId(typed: string): string {
  if (!/^[0-9a-f-]{4,36}$/.test(typed)) throw new InvalidArgumentError('It is not the id of a message.');
  return typed;
}

const forms = leadForms(brand);

/** The kinds of messages. A link lets whoever has it act on a request, so none is shown. */
const kindsOf = (storage: Storage, config: Config, now: () => Date) =>
  createMessageKinds({
    storage,
    forms,
    now,
    linkOf: () => `${config.publicUrl}${agentPagePath}#(hidden)`,
    staffLinkOf: (kind) => `${config.publicUrl}${linkPages[kind]}#(hidden)`,
    codeLinkOf: () => `${config.publicUrl}${codeLinkPagePath}#(hidden)`,
  });

function outboxesOf(storage: Storage, config: Config, now: () => Date) {
  const common = { storage, now, kinds: kindsOf(storage, config, now) };
  return {
    mail: createOutbox({ ...common, channel: 'mail', canSend: config.smtp !== undefined }),
    sms: createOutbox({ ...common, channel: 'sms', canSend: config.sms.provider !== undefined }),
  };
}

async function findOne(storage: Storage, kinds: RegisteredKinds, id: string): Promise<OverviewRow> {
  const [found, another] = await createOverview(storage, kinds).find(id);
  if (!found) throw new CommandError(`There is no message ${id}. npm run outbox lists them.`);
  if (another) throw new CommandError(`More than one message begins with ${id}. Write more of the id.`);
  return found;
}

const tooOld = 'is too old to be sent';

/** Why nothing could be tried again. */
const whyNot: Record<MessageState, string> = {
  sent: 'was sent already',
  held: 'is held until there is something to send it with; then it goes out by itself',
  expired: tooOld,
  waiting: 'is being sent right now',
  unsure: 'is being sent right now',
  failed: 'was changed by somebody else meanwhile',
};

export const outbox: Declare = (command, { now, withStorage, write, writeTable }) => {
  async function list(storage: Storage, config: Config, limit: number): Promise<void> {
    const overview = createOverview(storage, kindsOf(storage, config, now));
    const counts = await overview.counts();
    const nowMs = now().getTime();
    const summary = sections.map(([state]) => `${counts[state]} ${state}`).join(', ');
    await write(`${summary}\n`);
    for (const [state, heading] of sections) {
      if (counts[state] === 0) continue;
      await write(`\n${heading} (${counts[state]})\n`);
      const shown = await writeTable(columns, rowsOf(overview.of(state, limit), nowMs));
      if (shown < counts[state]) await write(`… and ${counts[state] - shown} more (--limit 0 shows all)\n`);
    }
  }

  async function show(storage: Storage, config: Config, id: string): Promise<void> {
    const kinds = kindsOf(storage, config, now);
    const row = await findOne(storage, kinds, id);
    const nowMs = now().getTime();
    const facts: [string, string | null | undefined][] = [
      ['Message', row.id],
      ['What', `${row.kind} (${row.channel}) about ${row.reference}`],
      ['To', row.recipient || `the operator (${config.smtp?.to ?? 'MAIL_TO is not set'})`],
      ['State', sections.find(([state]) => state === row.state)?.[1]],
      ['Written', `${clockTime(row.created_at)}, ${span(nowMs - Date.parse(row.created_at))} ago`],
      ['Tries', String(row.attempts)],
      ['Next', row.state === 'sent' ? null : whenOf(row, nowMs)],
      ['Sent', row.sent_at && clockTime(row.sent_at)],
      ['Last try said', row.last_error],
    ];
    for (const [name, fact] of facts) if (fact) await write(`${`${name}:`.padEnd(15)} ${oneLine(fact)}\n`);
    if (row.channel === 'sms') return write(`\n${severalLines(await writeText(kinds, row))}\n`);
    const mail = await createMailComposer(kinds, config.smtp?.to ?? '')(row);
    return write(`\nSubject: ${oneLine(mail.subject)}\n\n${severalLines(mail.text)}`);
  }

  async function retry(storage: Storage, config: Config, id: string): Promise<void> {
    const { mail, sms } = outboxesOf(storage, config, now);
    const found = id === 'all' ? undefined : await findOne(storage, kindsOf(storage, config, now), id);
    const mails = found?.channel === 'sms' ? 0 : await mail.retry(found?.id ?? 'all');
    const texts = found?.channel === 'mail' ? 0 : await sms.retry(found?.id ?? 'all');
    const count = mails + texts;
    if (found && count === 0) {
      const ended = found.expires_at !== null && Date.parse(found.expires_at) <= now().getTime();
      const why = ended && found.state !== 'sent' ? tooOld : whyNot[found.state];
      throw new CommandError(`Message ${found.id.slice(0, 8)} ${why}.`);
    }
    const what = count === 1 ? '1 message' : `${count} messages`;
    await write(`${what} due now; the running server sends.\n`);
    // Whether anything goes out is the running server's matter; these settings may be another shell's.
    const missing = [
      ...(mails > 0 && !config.smtp ? ['SMTP_URL'] : []),
      ...(texts > 0 && !config.sms.provider ? ['TWILIO_ACCOUNT_SID'] : []),
    ];
    if (missing.length > 0)
      await write(`Here ${missing.join(' and ')} is not set. A server that lacks it as well sends nothing.\n`);
  }

  command
    .description('Lists messages: what needs a person, what is sent next, what is held, what was sent last.')
    .option('--show <id>', 'where one message stands, and its text', readId)
    .addOption(
      new Option(
        '--retry <id>',
        'starts one message anew and at once, or with the word all every one that waits or needs a person',
      )
        .argParser((typed) => (typed === 'all' ? typed : readId(typed)))
        .conflicts('show'),
    )
    .option('--limit <n>', 'so many of each kind; 0 for all', readLimit, 20)
    .addHelpText('after', '\nID is the id of a message or its beginning, as the list shows it.')
    .action(({ show: shown, retry: retried, limit }) =>
      withStorage(async (storage, config) => {
        if (shown !== undefined) return show(storage, config, shown);
        if (retried !== undefined) return retry(storage, config, retried);
        return list(storage, config, limit);
      }),
    );
};

if (import.meta.main) await runAsProcess('outbox', outbox);
