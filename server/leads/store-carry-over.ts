/**
 * After a restore, carries over from the replaced database the status of leads, their histories and which forms are joined. So nobody who
 * asked not to be called is called again, and spam does not come back. What a dealer sent since the backup is not carried over, unless it
 * took a consent to texts back.
 */
import type { Selectable } from 'kysely';
import { defineCarryOver, defineMadeSince, defineRowCarryOver } from '#server/carry-over.ts';
import type { Trx } from '#server/database/open.ts';
import { everybody } from '#server/people/service.ts';
import { idsOf } from '#server/rows.ts';
import { readConsents } from './consent.ts';
import { insertSubmission, markUpdated, replaceCurrentSubmission } from './store.ts';
import { submissionIdsOf } from './store-retention.ts';
import { findEvent, findRow, insertEvents, type LeadRow, updateLead } from './store-work.ts';
import type { SubmissionTable } from './tables.ts';

type Submission = Selectable<SubmissionTable>;

const leadThings = ['lead', 'leads'] as const;

/** The lead with this id in the restored database; undefined when it is not there or was erased. */
async function findUnerased(trx: Trx, id: string): Promise<LeadRow | undefined> {
  const lead = await findRow(trx, id);
  return lead && lead.erased_at === null ? lead : undefined;
}

/** Submissions of one lead in the order in which each replaced the one before it. */
function inOrder(submissions: readonly Submission[]): Submission[] {
  const byId = new Map(submissions.map((one) => [one.id, one]));
  const replacing = new Set(submissions.map(({ replaced_by }) => replaced_by));
  const ordered: Submission[] = [];
  for (let next = submissions.find(({ id }) => !replacing.has(id)); next; next = byId.get(next.replaced_by ?? '')) {
    ordered.push(next);
  }
  return ordered;
}

/** Replaces the current answers by what the dealer sent since, in the order in which it came. */
async function amend(trx: Trx, lead: LeadRow, submissions: readonly Submission[], flags: string): Promise<void> {
  const [first] = submissions;
  const last = submissions.at(-1);
  if (!first || !last) return;
  await replaceCurrentSubmission(trx, lead.id, first.id);
  for (const [index, one] of submissions.entries()) {
    await insertSubmission(trx, { ...one, replaced_by: submissions[index + 1]?.id ?? null });
  }
  // Without `keyed_at`, a server indexes the lead by its new answers.
  await updateLead(trx, lead.id, { answers: last.answers, flags, amended_at: last.created_at, keyed_at: null });
}

/** Carries over forms by which a dealer took a consent to texts back, with their answers, so that the dealer is not texted. */
const consents = defineCarryOver(
  'submissions',
  { things: ['consent that was taken back', 'consents that were taken back'], since: ['created_at'] },
  async (trx, rows, { at, rowsOf }) => {
    const replaced = new Map((rowsOf('leads') ?? []).map((row) => [row.id, row]));
    let ended = 0;
    for (const [leadId, all] of Map.groupBy(rows, ({ lead_id }) => lead_id)) {
      const now = replaced.get(leadId);
      const lead = now?.erased_at ? undefined : await findUnerased(trx, leadId);
      const known = new Set(await submissionIdsOf(trx, [leadId]));
      const sent = all.filter(({ id, superseded_at }) => superseded_at === null && !known.has(id));
      if (!lead || sent.every(({ sms_consent_at }) => sms_consent_at !== null)) continue;
      const given = (await readConsents(trx, leadId)).filter(({ endedAt }) => endedAt === null);
      if (given.length === 0) continue;
      await amend(trx, lead, inOrder(sent), now?.flags ?? lead.flags);
      await markUpdated(trx, leadId, at);
      ended += 1;
    }
    return ended;
  },
);

/** The columns of what a form is joined to. They are left as they are when the restored database has no such lead. */
async function joinOf(trx: Trx, { joined_into_id, joined_at }: LeadRow): Promise<Partial<LeadRow>> {
  if (joined_into_id === null) return { joined_into_id: null, joined_at: null };
  return (await findUnerased(trx, joined_into_id)) ? { joined_into_id, joined_at } : {};
}

const statuses = defineCarryOver('leads', { things: leadThings, since: ['updated_at'] }, async (trx, rows, { at }) => {
  const people = new Set(idsOf(await everybody(trx)));
  let changed = 0;
  for (const row of rows) {
    const before = row.erased_at === null ? await findUnerased(trx, row.id) : undefined;
    if (!before) continue;
    const { status, due_at, follow_up_at, first_contact_at, closed_at } = row;
    const owner_id = row.owner_id === null || people.has(row.owner_id) ? row.owner_id : before.owner_id;
    const join = await joinOf(trx, row);
    const next = { status, owner_id, due_at, follow_up_at, first_contact_at, closed_at, ...join };
    if (Object.entries(next).every(([name, value]) => value === before[name as keyof LeadRow])) continue;
    // The search text contains the joined forms, so the lead is indexed again.
    await updateLead(trx, row.id, { ...next, keyed_at: null });
    await markUpdated(trx, row.id, at);
    changed += 1;
  }
  return changed;
});

/** Carries over the histories of leads. They are not counted, because the leads are. */
const history = defineRowCarryOver('lead_events', { things: leadThings, since: ['at'] }, async (trx, row) => {
  // The restored database has no dealership that was made since.
  if (row.kind === 'dealership' || (await findEvent(trx, row.id))) return false;
  if (!(await findUnerased(trx, row.lead_id))) return false;
  await insertEvents(trx, [row]);
  await updateLead(trx, row.lead_id, { keyed_at: null });
  return false;
});

/** These are carried over after the people, because people own leads. */
export const carriedOverLeads = [consents, statuses, history] as const;

/** Finds the forms that came since a backup and are not in the restored database, by their references. */
export const madeLeads = defineMadeSince(
  'leads',
  { things: leadThings, since: ['created_at'] },
  findRow,
  ({ reference, erased_at }) => (erased_at === null ? reference : null),
);
