/** `npm run alerts`: what the operator was alerted to, and by which way. */

import { type Alert, listAlerts } from '#server/alerts/service.ts';
import type { AlertUnsent } from '#server/alerts/tables.ts';
import type { Storage } from '#server/database/open.ts';
import { createOverview } from '#server/outbox/overview.ts';
import { findRequest } from '#server/requests/service.ts';
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

const unsentWords: Record<AlertUnsent, string> = {
  'no-way': 'to nobody: neither mail nor ALERT_PHONE can be used',
  capped: 'to nobody: the alerts of the hour were used up',
};

async function whatBecame({ db }: Storage, { id, handled_at, unsent }: Alert): Promise<string> {
  if (handled_at === null) return 'not yet: the server sends';
  if (unsent !== null) return unsentWords[unsent];
  const messages = await createOverview({ db }).ofAlert(id);
  return messages.map(({ channel, state }) => `${channel === 'sms' ? 'text' : 'mail'} ${state}`).join(', ');
}

await runCommand(async (args) => {
  const options = readOptions(args, { limit: { type: 'string' }, help: { type: 'boolean' } }, usage);
  if (options.help) return write(`${usage}\n`);
  const limit = readLimit(options.limit, 20, usage);
  await withStorage(async (storage) => {
    await write(`${tableHead(columns)}\n`);
    for await (const alert of listAlerts(storage.db, limit)) {
      const { raised_at, kind, count, request_id } = alert;
      const what = count === null ? kind : `${kind} (${count})`;
      const request = request_id === null ? undefined : await findRequest(storage.db, request_id);
      const cells = [clockTime(raised_at), what, request?.reference ?? '', await whatBecame(storage, alert)];
      await write(`${tableLine(columns, cells)}\n`);
    }
  });
});
