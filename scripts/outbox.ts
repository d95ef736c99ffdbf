/** `npm run outbox`: lists messages that wait, need attention or were sent, and tries messages again by hand. */
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { lists } from '#brand/lists.ts';
import {
  type MessageStateName,
  messageEvents,
  messageStates,
  sendSteps,
  whyNotRetried,
} from '#contract/desk/messages.ts';
import { leadForms } from '#contract/forms.ts';
import { shortIdOf } from '#contract/reference.ts';
import type { Config } from '#server/config.ts';
import type { Storage } from '#server/database/open.ts';
import { createMessageKinds, hiddenLinks } from '#server/message-kinds.ts';
import { createMessages } from '#server/messages/service.ts';
import { createOverview, type OverviewRow, outboxesOf } from '#server/outbox/service.ts';
import { auditOf } from './commands/audit.ts';
import { CommandError } from './commands/failures.ts';
import { type Declare, readLimit, runAsProcess } from './commands/run.ts';
import { clockTime, oneLine, severalLines, span } from './commands/terminal.ts';

const states = Object.keys(messageStates) as MessageStateName[];

const columns = { ID: 8, WHAT: 17, ABOUT: 12, TO: 28, AGE: 6, TRIES: 5, 'NEXT OR LAST': 20, WHY: 0 };

const recipientOf = ({ recipient }: OverviewRow) => recipient || 'the operator';

function whenOf({ state, sent_at, due_at, lease_until }: OverviewRow, nowMs: number): string {
  if (state === 'sent') return sent_at ? clockTime(sent_at) : '';
  if (state === 'failed' || state === 'held' || state === 'expired') return '';
  if (lease_until && Date.parse(lease_until) > nowMs) return 'being sent now';
  const inMs = Date.parse(due_at) - nowMs;
  return inMs <= 0 ? 'due now' : `in ${span(inMs)}`;
}

async function* rowsOf(found: AsyncIterable<OverviewRow>, nowMs: number) {
  for await (const row of found)
    yield [
      shortIdOf(row.id),
      row.kind,
      row.reference,
      recipientOf(row),
      span(nowMs - Date.parse(row.created_at)),
      String(row.attempts),
      whenOf(row, nowMs),
      row.last_error ?? '',
    ];
}

/** The id of a message or its end. A shorter end than the list shows would name another message too easily. */
function readId(typed: string): string {
  if (!/^[0-9a-f-]{0,28}[0-9a-f]{8}$/.test(typed)) {
    throw new InvalidArgumentError('Write the id of a message, or its last eight characters as the list shows them.');
  }
  return typed;
}

const forms = leadForms(lists);

/** The outbox of a database. No link is shown, because anybody with a link can act on its request. */
function openOutbox(storage: Storage, config: Config, now: () => Date) {
  const kinds = createMessageKinds({ storage, forms, now, ...hiddenLinks(config) });
  const outboxes = outboxesOf({ storage, kinds, config, now });
  const messages = createMessages({ storage, outboxes, audit: auditOf(config, now), config, kinds });
  return { overview: createOverview(storage, kinds), messages, config };
}

type Opened = ReturnType<typeof openOutbox>;

/** The most messages with the same end of an id that are written out. */
const mostAlike = 10;

/** The message with an id, or with an id that ends with this. Throws when there is none, or more than one. */
async function findOne({ overview }: Opened, id: string): Promise<OverviewRow> {
  const found = await overview.find(id, mostAlike);
  const [one] = found;
  if (!one) throw new CommandError(`There is no message ${id}. npm run outbox lists them.`);
  if (found.length === 1) return one;
  const lines = found.map((each) => `  ${each.id}  ${each.kind} ${each.reference} ${oneLine(recipientOf(each))}`);
  throw new CommandError(`More than one message ends with ${id}. Name one by its whole id:\n${lines.join('\n')}`);
}

export const outbox: Declare = (command, { now, withStorage, write, writeTable }) => {
  async function list({ overview }: Opened, limit: number): Promise<void> {
    const counts = await overview.counts();
    const nowMs = now().getTime();
    const summary = states.map((state) => `${counts[state]} ${state}`).join(', ');
    await write(`${summary}\n`);
    for (const state of states) {
      if (counts[state] === 0) continue;
      await write(`\n${messageStates[state]} (${counts[state]})\n`);
      const shown = await writeTable(columns, rowsOf(overview.of(state, limit), nowMs));
      if (shown < counts[state]) await write(`… and ${counts[state] - shown} more (--limit 0 shows all)\n`);
    }
  }

  async function show(opened: Opened, id: string): Promise<void> {
    const { messages, config } = opened;
    const row = await findOne(opened, id);
    const nowMs = now().getTime();
    const facts: [string, string | null | undefined][] = [
      ['Message', row.id],
      ['What', `${row.kind} (${row.channel}) about ${row.reference}`],
      ['To', row.recipient || `the operator (${config.smtp?.to ?? 'MAIL_TO is not set'})`],
      ['State', messageStates[row.state]],
      ['Written', `${clockTime(row.created_at)}, ${span(nowMs - Date.parse(row.created_at))} ago`],
      ['Tries', String(row.attempts)],
      ['Next', row.state === 'sent' ? null : whenOf(row, nowMs)],
      ['Sent', row.sent_at && clockTime(row.sent_at)],
      ['Last try said', row.last_error],
    ];
    for (const [name, fact] of facts) if (fact) await write(`${`${name}:`.padEnd(15)} ${oneLine(fact)}\n`);
    const history = await messages.history(row.id);
    if (history.length > 0) await write('\nWhat happened\n');
    for (const { at, kind, attempt, step, said, by } of history) {
      const what = [
        messageEvents[kind],
        attempt > 0 && `try ${attempt}`,
        step && `at the ${sendSteps[step]}`,
        by && `by ${by}`,
      ];
      const words = what.filter((one) => one).join(', ');
      await write(`${clockTime(at)}  ${words}${said ? `: ${oneLine(said)}` : ''}\n`);
    }
    const over = await messages.whyOver(row);
    if (over !== undefined) await write(`\nIt does not go out any more. ${over}\n`);
    const written = await messages.preview(row);
    if ('fault' in written) return write(`\nIt cannot be written: ${oneLine(written.fault)}\n`);
    if (written.subject === undefined) return write(`\n${severalLines(written.text)}\n`);
    return write(`\nSubject: ${oneLine(written.subject)}\n\n${severalLines(written.text)}`);
  }

  async function retry(opened: Opened, id: string): Promise<void> {
    const { messages, config } = opened;
    const found = id === 'all' ? undefined : await findOne(opened, id);
    const over = found && (await messages.whyOver(found));
    if (over !== undefined)
      throw new CommandError(
        `Message ${shortIdOf(found?.id ?? '')} does not go out any more. ${over} End it with --give-up.`,
      );
    if (found && (await messages.retry(found, null)) !== 'done') {
      const ended = found.expires_at !== null && Date.parse(found.expires_at) <= now().getTime();
      const why = whyNotRetried[ended && found.state !== 'sent' ? 'expired' : found.state];
      throw new CommandError(`Message ${shortIdOf(found.id)} ${why}.`);
    }
    const one = { mail: Number(found?.channel === 'mail'), sms: Number(found?.channel === 'sms') };
    const { mail: mails, sms: texts } = found ? one : await messages.retryAll(null);
    const count = mails + texts;
    const what = count === 1 ? '1 message' : `${count} messages`;
    await write(`${what} due now; the running server sends.\n`);
    // Only the running server's settings decide whether anything is sent; these settings may be another shell's.
    const missing = [
      ...(mails > 0 && !config.smtp ? ['SMTP_URL'] : []),
      ...(texts > 0 && !config.sms.provider ? ['TWILIO_ACCOUNT_SID'] : []),
    ];
    if (missing.length > 0)
      await write(`Here ${missing.join(' and ')} is not set. A server that lacks it as well sends nothing.\n`);
  }

  async function giveUp(opened: Opened, id: string): Promise<void> {
    const found = await findOne(opened, id);
    if ((await opened.messages.giveUp(found, null)) !== 'done') {
      throw new CommandError(`Message ${shortIdOf(found.id)} does not need attention.`);
    }
    await write('It will not be sent.\n');
  }

  command
    .description('Lists messages: what needs attention, what is sent next, what is held, what was sent last.')
    .option('--show <id>', 'where one message stands, and its text', readId)
    .addOption(
      new Option(
        '--retry <id>',
        'sends one message again at once, or with the word all every one that waits or needs attention',
      )
        .argParser((typed) => (typed === 'all' ? typed : readId(typed)))
        .conflicts('show'),
    )
    .addOption(
      new Option('--give-up <id>', 'a message that needs attention will not be sent')
        .argParser(readId)
        .conflicts(['show', 'retry']),
    )
    .option('--limit <n>', 'so many of each kind; 0 for all', readLimit, 20)
    .addHelpText('after', '\nID is the id of a message or its end, as the list shows it.')
    .action(({ show: shown, retry: retried, giveUp: givenUp, limit }) =>
      withStorage(async (storage, config) => {
        const opened = openOutbox(storage, config, now);
        if (shown !== undefined) return show(opened, shown);
        if (retried !== undefined) return retry(opened, retried);
        if (givenUp !== undefined) return giveUp(opened, givenUp);
        return list(opened, limit);
      }),
    );
};

if (import.meta.main) await runAsProcess('outbox', outbox);
