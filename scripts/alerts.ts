/** `npm run alerts`: the alerts to the operator, and by which channel each was sent. */
import { type Alert, listAlerts } from '#server/alerts/service.ts';
import type { AlertUnsent } from '#server/alerts/tables.ts';
import type { Storage } from '#server/database/open.ts';
import { createOverview } from '#server/outbox/overview.ts';
import { findRequest } from '#server/requests/service.ts';
import { type Declare, readLimit, runAsProcess } from './commands/run.ts';
import { clockTime } from './commands/terminal.ts';

const columns = { RAISED: 20, WHAT: 24, ABOUT: 12, SENT: 0 };

const unsentWords: Record<AlertUnsent, string> = {
  'no-way': 'to nobody: neither mail nor ALERT_PHONE can be used',
  capped: 'to nobody: the alerts of the hour were used up',
};

async function outcomeOf({ db }: Storage, { id, handled_at, unsent }: Alert): Promise<string> {
  if (handled_at === null) return 'not yet: the server sends';
  if (unsent !== null) return unsentWords[unsent];
  const messages = await createOverview({ db }).ofSubject(id);
  return messages.map(({ channel, state }) => `${channel === 'sms' ? 'text' : 'mail'} ${state}`).join(', ');
}

async function* rowsOf(storage: Storage, limit: number) {
  for await (const alert of listAlerts(storage.db, limit)) {
    const { raised_at, kind, count, request_id } = alert;
    const what = count === null ? kind : `${kind} (${count})`;
    const request = request_id === null ? undefined : await findRequest(storage.db, request_id);
    yield [clockTime(raised_at), what, request?.reference ?? '', await outcomeOf(storage, alert)];
  }
}

export const alerts: Declare = (command, { writeTable, withStorage }) => {
  command
    .description('Lists alerts, newest first, and what became of each.')
    .option('--limit <n>', 'so many; 0 for all', readLimit, 20)
    .addHelpText('after', '\nAlerts go to ALERT_PHONE by text and to MAIL_TO by mail, at most ALERTS_PER_HOUR each.')
    .action(async ({ limit }) => {
      await withStorage((storage) => writeTable(columns, rowsOf(storage, limit)));
    });
};

if (import.meta.main) await runAsProcess('alerts', alerts);
