/** The mails that a server sends under load, and the wait until it has sent all of them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import type { FakeSmtp } from '../../fakes/smtp.ts';
import type { Arrival } from './audit.ts';
import { long } from './rounds.ts';

const leaseMs = 60_000;
const mailWithinMs = 60_000;
const perMailMs = 100;

/** Keeps from each mail what the audit needs and drops the rest. */
export function collect(smtp: FakeSmtp, arrivals: Arrival[]): void {
  for (const { parsed, to } of smtp.mails) {
    arrivals.push({ messageId: parsed.messageId ?? '', to: to.join(), text: parsed.text ?? '' });
  }
  smtp.clear();
}

/** Moves a minute on, so that the leases of dead servers end. */
export async function passLeases({ db }: Storage): Promise<void> {
  if (long) return sleep(leaseMs);
  const past = new Date(0).toISOString();
  await db.updateTable('messages').set({ lease_until: past }).where('lease_until', 'is not', null).execute();
}

/** Waits until every mail is sent. The limit grows with their number, so that a busy machine has enough time. */
export async function waitUntilSent({ db }: Storage): Promise<void> {
  const open = () =>
    db.selectFrom('messages').select(['state', 'attempts', 'due_at']).where('state', '<>', 'sent').execute();
  const timeout = mailWithinMs + (await open()).length * perMailMs;
  await expect.poll(async () => (await open()).slice(0, 3), { timeout, interval: 500 }).toEqual([]);
}
