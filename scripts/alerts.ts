/** `npm run alerts`: what the operator was alerted to, and by which way. */

import type { AlertUnsent } from '#server/alerts/tables.ts';
import type { Storage } from '#server/database/open.ts';
import { readLimit, readOptions, runCommand, withStorage, write } from './commands/run.ts';
import { type Column, clockTime, tableHead, tableLine } from './commands/terminal.ts';

const usage = `Usage: npm run alerts -- [options]

Lists alerts, newest first, and what became of each.

  --limit N    so many (default 20; 0 for all)
  --help       this text

Alerts go to ALERT_PHONE by text and to MAIL_TO by mail, at most ALERTS_PER_HOUR each.`;

const columns: readonly Column[] = [
  { heading: 'RAISED', width: 20 },
  { heading: 'WHAT', width: 24 },
  { heading: 'ABOUT', width: 12 },
  { heading: 'SENT', width: 0 },
];

const sliceRows = 200;

const unsentWords: Record<AlertUnsent, string> = {
  'no-way': 'to nobody: neither mail nor ALERT_PHONE can be used',
  capped: 'to nobody: the alerts of the hour were used up',
};

async function slice({ db }: Storage, limit: number, after?: { raised_at: string; id: string }) {
  const rows = await db
    .selectFrom('alerts')
    .leftJoin('agent_requests', 'agent_requests.id', 'alerts.request_id')
    .selectAll('alerts')
    .select('agent_requests.reference')
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('alerts.raised_at', 'alerts.id'), '<', tuple(after?.raised_at ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('alerts.raised_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const messages =
    ids.length === 0
      ? []
      : await db.selectFrom('messages').select(['alert_id', 'channel', 'state']).where('alert_id', 'in', ids).execute();
  return rows.map((row) => ({ ...row, messages: messages.filter(({ alert_id }) => alert_id === row.id) }));
}

type Row = Awaited<ReturnType<typeof slice>>[number];

function whatBecame({ handled_at, unsent, messages }: Row): string {
  if (handled_at === null) return 'not yet: the server sends';
  if (unsent !== null) return unsentWords[unsent];
  return messages.map(({ channel, state }) => `${channel === 'sms' ? 'text' : 'mail'} ${state}`).join(', ');
}

await runCommand(async (args) => {
  const options = readOptions(args, { limit: { type: 'string' }, help: { type: 'boolean' } }, usage);
  if (options.help) return write(`${usage}\n`);
  const limit = readLimit(options.limit, 20, usage);
  await withStorage(async (storage) => {
    await write(`${tableHead(columns)}\n`);
    let last: Row | undefined;
    for (let left = limit; left > 0; ) {
      const rows = await slice(storage, Math.min(left, sliceRows), last);
      for (const row of rows) {
        const { raised_at, kind, count, reference } = row;
        const what = count === null ? kind : `${kind} (${count})`;
        await write(`${tableLine(columns, [clockTime(raised_at), what, reference ?? '', whatBecame(row)])}\n`);
      }
      last = rows.at(-1);
      left = rows.length < sliceRows ? 0 : left - rows.length;
    }
  });
});
