/** Compares the answers that the callers got with the contents of the database and with the mails that the mail server received. */
import { expect } from 'vitest';
import { referenceOf } from '#contract/reference.ts';
import type { Storage } from '#server/database/open.ts';
import type { Attempt } from './callers.ts';

/** The parts of a received mail that an audit needs. */
export interface Arrival {
  readonly messageId: string;
  readonly to: string;
  readonly text: string;
}

const rootOf = ({ id, amends }: Attempt) => amends?.id ?? id;

/** Checks that no acknowledged attempt is lost, that every stored one was sent by a caller, and that each is stored once. */
export async function auditLeads({ db }: Storage, attempts: readonly Attempt[]): Promise<void> {
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const submissions = await db.selectFrom('submissions').selectAll().execute();
  const stored = new Map(submissions.map((row) => [row.id, row]));

  const lost = attempts.flatMap(({ id, acknowledged }) => (acknowledged && !stored.has(id) ? id : []));
  expect(lost, 'acknowledged and lost').toEqual([]);
  const invented = [...stored.keys()].filter((id) => !byId.has(id));
  expect(invented, 'stored and never sent').toEqual([]);
  for (const [id, row] of stored) {
    expect(row.answers, 'the answers are those that were sent').toContain(byId.get(id)?.marker);
    expect(row.lead_id).toBe(rootOf(byId.get(id) as Attempt));
  }

  const leads = await db.selectFrom('leads').selectAll().execute();
  const roots = new Set(submissions.map(({ lead_id }) => lead_id));
  expect(new Set(leads.map(({ id }) => id)), 'one lead for each first attempt').toEqual(roots);
  expect(leads).toHaveLength(roots.size);
  const amendments = new Map(attempts.flatMap((a) => (a.amends && stored.has(a.id) ? [[a.amends.id, a]] : [])));
  for (const lead of leads) {
    const amendment = amendments.get(lead.id);
    expect(lead.reference).toBe(referenceOf(lead.id));
    expect(lead.answers, 'the newest answers hold').toContain((amendment ?? byId.get(lead.id))?.marker);
  }
}

/**
 * Checks that the messages of each submission are exactly those that it causes, and that the mail server received each of them and
 * no other.
 */
export async function auditMail({ db }: Storage, attempts: readonly Attempt[], arrivals: readonly Arrival[]) {
  const submissions = await db.selectFrom('submissions').selectAll().execute();
  const messages = await db.selectFrom('messages').selectAll().execute();
  const byId = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  // `<id of the row@our host>`, the same at every try.
  const received = Map.groupBy(arrivals, ({ messageId }) => messageId.slice(1, messageId.indexOf('@')));
  const storedAsFirst = new Set(submissions.filter((row) => !row.superseded_at).map(({ id }) => id));
  const caused = Map.groupBy(messages, ({ subject_id }) => subject_id);

  for (const { id, lead_id, superseded_at } of submissions) {
    const own = caused.get(id) ?? [];
    if (superseded_at !== null) {
      expect(own, 'answers that were out of date on arrival cause nothing').toEqual([]);
      continue;
    }
    const amendsStored = id !== lead_id && storedAsFirst.has(lead_id);
    const kinds = own.map(({ kind }) => kind).sort();
    // The confirmation of an amended lead went to the same address with the first attempt.
    expect(kinds).toEqual(amendsStored ? ['lead-amended'] : ['lead-confirmation', 'lead-operator']);
  }
  for (const message of messages) {
    const attempt = byId.get(message.subject_id) as Attempt;
    const copies = received.get(message.id) ?? [];
    expect(message.state).toBe('sent');
    expect(copies.length, `${message.kind} of ${message.subject_id} arrived`).toBeGreaterThan(0);
    for (const copy of copies) {
      if (message.kind === 'lead-confirmation') expect(copy.to).toBe(attempt.email);
      else expect(copy.text).toContain(attempt.marker);
    }
  }
  const known = new Set(messages.map(({ id }) => id));
  const strangers = [...received.keys()].filter((id) => !known.has(id));
  expect(strangers, 'received and never stored').toEqual([]);
}
