/** Leads: every accepted submission becomes exactly one, with the messages it causes, in one transaction. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { LeadFlag } from '#contract/desk/leads.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { changed } from '#server/changes/service.ts';
import type { Limit } from '#server/config.ts';
import type { Reader, Storage } from '#server/database/open.ts';
import type { Tables } from '#server/database/tables.ts';
import { idFrom } from '#server/made-by-press.ts';
import { mailboxOf } from '#server/mail-address.ts';
import type { Delivery } from '#server/outbox/service.ts';
import { untilNow } from '#server/skew.ts';
import { isoBefore } from '#server/times.ts';
import { emit } from '#server/webhooks/service.ts';
import { type ConsentWording, consentColumns } from './consent.ts';
import { dueAt } from './due.ts';
import type { LeadIndexing } from './indexing.ts';
import { createLeadJoining } from './join.ts';
import { keysOf } from './keys.ts';
import { fingerprintOf } from './normalise.ts';
import { writeLeadSearch, writeLeadSearches } from './searchable.ts';
import {
  amendLead,
  findHolding,
  findSameAnswers,
  findSubmission,
  hasReference,
  insertLead,
  insertSubmission,
  keepLead,
  replaceHolding,
} from './store.ts';
import { countDue, lockLead, lockRow, putKeys, updateLead } from './store-work.ts';
import { tellLead } from './tell.ts';
import { createLeadWork, type LeadWorkOptions } from './work.ts';

export { type Consent, consentsOfSubmissions, readConsents, readConsentsOf } from './consent.ts';
export {
  keepLeadForDealership,
  type LeadForDealership,
  type LeadPart,
  readLeadForDealership,
  type Winning,
  type WinOutcome,
  winLead,
} from './dealership.ts';
export { createLeadDesk, type LeadDesk, type LeadListQuery } from './desk.ts';
export {
  eraseForms,
  eraseLeads,
  heldSubmissions,
  holdLead,
  inquiryKind,
  lockLeadsOfDealerships,
  releaseLead,
} from './ending.ts';
export { leadsExporter } from './export.ts';
export { createLeadIndex, createLeadIndexing, type LeadIndexing } from './indexing.ts';
export { findLeads, type ListedLead, listLeads } from './list.ts';
export { wordAnswer } from './messages/wording.ts';
export { createLeadPerson, type LeadPersonOptions, staffInLeads } from './person.ts';
export type { LeadPolicy } from './policy.ts';
export { apiLead, apiLeads } from './store-api.ts';
export { type CountedLead, countedLeads, leadStates } from './store-figures.ts';
export { dealershipsOfLeads, referencesOfLeads } from './store-retention.ts';
export { madeLeads, takenOverLeads } from './store-taken-over.ts';
export type { LeadActor, LeadOutcome, LeadRefusal, LeadSeen } from './work.ts';

/** One attempt to send a form, checked. */
export interface Submission {
  readonly kind: LeadKind;
  /** Absent from a browser without script or a foreign client; then equal answers within ten minutes are one lead. */
  readonly id?: string | undefined;
  /** The first attempt of this form, when the page does not know whether it arrived. These answers replace its answers. */
  readonly amends?: string | undefined;
  readonly answers: Answers;
  /** The visitor's local date and time, as text. */
  readonly submittedDate: string;
  /** Why it looks suspicious. It is kept and marked, never refused. */
  readonly flags: readonly LeadFlag[];
  /** The wording of the consent that the person saw. Consent to an unnamed wording is none. */
  readonly smsConsentVersion?: string | undefined;
}

export interface Receipt {
  readonly leadId: string;
  readonly reference: string;
}

export type Acceptance =
  | ({ readonly outcome: 'accepted' | 'amended' | 'replayed' } & Receipt)
  /** The id is known with other answers. Nothing was stored. */
  | { readonly outcome: 'id-taken' };

export interface Leads {
  /** The answer to an attempt that was received before, without writing anything; `undefined` for a new one. */
  known(submission: Submission): Promise<Acceptance | undefined>;
  /** Whether there is a lead of this kind under this reference. */
  hasReference(kind: LeadKind, reference: string): Promise<boolean>;
  /** Whether the submission of this id was received. */
  hasSubmission(id: string): Promise<boolean>;
  /** Stores the attempt and its messages, once. When it resolves, both are on disk. */
  accept(submission: Submission): Promise<Acceptance>;
}

export interface LeadsOptions {
  readonly storage: Storage;
  readonly delivery: Pick<Delivery, 'enqueue' | 'countFor' | 'wake'>;
  /** Hears that a lead was stored that nobody finds yet. */
  readonly indexing: Pick<LeadIndexing, 'wake'>;
  readonly forms: Record<LeadKind, LeadForm>;
  /** The wording of the consent that the pages show. */
  readonly smsConsent: ConsentWording;
  readonly now: () => Date;
  readonly confirmationsPerRecipient: Limit;
}

/** Nobody reads a larger number of late leads. */
const mostLate = 1000;

/** How many open leads are late, counted up to 1000: for the navigation of the desk. */
export const countLate = ({ db }: Pick<Storage, 'db'>, now: Date): Promise<number> =>
  countDue(db, now.toISOString(), mostLate);

/** The id of the lead that is begun anew after this one was erased: the same for every attempt, so that all of them are one lead. */
function idAnewAfter(erased: string): string {
  return idFrom(createHash('sha256').update(`lead after ${erased}`).digest());
}

/** Equal answers without an id are one lead within this time. */
const sameAnswersMs = 10 * 60 * 1000;

/** What people do with a lead at the desk and by commands. */
export type LeadWork = ReturnType<typeof createLeadWorks>;

export const createLeadWorks = (options: LeadWorkOptions) => ({
  ...createLeadWork(options),
  ...createLeadJoining(options),
});

export function createLeads(options: LeadsOptions): Leads {
  const { storage, delivery, indexing, forms, now } = options;

  const fingerprint = ({ kind, answers }: Submission) => fingerprintOf(kind, forms[kind].fields, answers);

  async function find(db: Reader, submission: Submission): Promise<Acceptance | undefined> {
    if (submission.id === undefined) {
      const since = isoBefore(now(), sameAnswersMs);
      const same = await findSameAnswers(db, fingerprint(submission), since, untilNow(now()));
      return same && { outcome: 'replayed', leadId: same.lead_id, reference: same.reference };
    }
    const stored = await findSubmission(db, submission.id);
    if (!stored) return undefined;
    // Of an attempt that was erased nobody knows any more what it said. It is not stored again.
    if (stored.erased_at === null && stored.fingerprint !== fingerprint(submission)) return { outcome: 'id-taken' };
    return { outcome: 'replayed', leadId: stored.lead_id, reference: stored.reference };
  }

  /**
   * The lead that the submission belongs to, locked: that of the attempt it amends, or one of its own. Whoever writes again after
   * what they had sent was erased begins anew, with each of their attempts under one lead.
   */
  async function leadOf(trx: Transaction<Tables>, { kind, amends }: Submission, id: string) {
    let leadId = amends === undefined ? id : ((await findSubmission(trx, amends))?.lead_id ?? amends);
    let lead = await keepLead(trx, leadId);
    while (lead && lead.erased_at !== null && leadId !== id) {
      leadId = idAnewAfter(leadId);
      lead = await keepLead(trx, leadId);
    }
    const isOther = lead !== undefined && lead.kind !== kind;
    return isOther ? { leadId: id, lead: await keepLead(trx, id) } : { leadId, lead };
  }

  const addressOf = (kind: LeadKind, answers: Answers) => String(answers[forms[kind].emailField]).toLowerCase();

  /**
   * The address that is to have a confirmation, unless the lead's first attempt sent it one or its mailbox had enough of
   * them.
   */
  async function confirmationTo(trx: Transaction<Tables>, { kind, answers }: Submission, at: Date, first?: Answers) {
    const recipient = addressOf(kind, answers);
    if (first && addressOf(kind, first) === recipient) return undefined;
    const { times, perSeconds } = options.confirmationsPerRecipient;
    const since = new Date(at.getTime() - perSeconds * 1000);
    const countsFor = mailboxOf(recipient);
    await storage.dialect.lockAhead(trx, [`confirmation ${countsFor}`]);
    const count = await delivery.countFor(trx, countsFor, 'lead-confirmation', since);
    return count < times ? { recipient, countsFor } : undefined;
  }

  /** Whoever works on the lead at the desk sees the new answers before they change anything. What they wrote stays. */
  async function tellWorkers(trx: Transaction<Tables>, leadId: string, at: string): Promise<void> {
    const form = await lockRow(trx, storage, leadId);
    const shownId = form?.joined_into_id ?? leadId;
    await updateLead(trx, shownId, {});
    await writeLeadSearches(trx, [...new Set([leadId, shownId])]);
    // The form has the new answers, and the lead that it is shown under has another version.
    if (shownId !== leadId) await tellLead(trx, shownId, 'lead.changed', at);
    await tellLead(trx, leadId, 'lead.amended', at);
  }

  async function store(trx: Transaction<Tables>, submission: Submission, id: string): Promise<Acceptance> {
    const at = now();
    const { kind, answers, flags } = submission;
    // Two attempts may amend one lead at once; the second one to come builds on what the first one wrote.
    const { leadId, lead: existing } = await leadOf(trx, submission, id);
    // An attempt from before the erasure comes late.
    if (existing && existing.erased_at !== null) return { outcome: 'replayed', leadId, reference: existing.reference };
    const reference = existing?.reference ?? referenceOf(leadId);
    const agreedTo = answers['sms_consent'] === true ? submission.smsConsentVersion : undefined;
    const content = {
      answers: JSON.stringify(answers),
      flags: JSON.stringify(flags),
    };
    const row = {
      id,
      lead_id: leadId,
      kind,
      fingerprint: fingerprint(submission),
      answers: content.answers,
      submitted_date: submission.submittedDate,
      created_at: at.toISOString(),
      ...(await consentColumns(trx, options.smsConsent, agreedTo, at.toISOString())),
    };
    if (existing && id === leadId) {
      // The first attempt comes after the one that amended it: its answers are already out of date.
      const { id: holding } = await findHolding(trx, leadId);
      await insertSubmission(trx, { ...row, superseded_at: at.toISOString(), replaced_by: holding });
      const shown = await lockLead(trx, storage, leadId);
      await writeLeadSearch(trx, shown?.id ?? leadId);
      return { outcome: 'replayed', leadId, reference };
    }
    const created_at = at.toISOString();
    if (existing) {
      await amendLead(trx, leadId, { ...content, amended_at: created_at, keyed_at: created_at });
      await putKeys(trx, storage, [{ id: leadId, keys: keysOf(forms[kind], answers) }]);
      await replaceHolding(trx, leadId, id);
      await tellWorkers(trx, leadId, created_at);
    } else {
      const due_at = dueAt({ created_at });
      const times = { created_at, due_at, updated_at: created_at };
      await insertLead(trx, { id: leadId, kind, reference, ...times, ...content });
      await changed(trx, 'leads', leadId);
      await emit(trx, { type: 'lead.received', subjectId: leadId, at: created_at });
    }
    await insertSubmission(trx, row);
    const operatorKind = existing ? 'lead-amended' : 'lead-operator';
    await delivery.enqueue(trx, { kind: operatorKind, subjectId: id, recipient: '', at });
    const before = existing && (JSON.parse(existing.answers) as Answers);
    const to = await confirmationTo(trx, submission, at, before);
    if (to) await delivery.enqueue(trx, { kind: 'lead-confirmation', subjectId: id, ...to, at });
    return { outcome: existing ? 'amended' : 'accepted', leadId, reference };
  }

  return {
    known: (submission) => find(storage.db, submission),
    hasReference: (kind, reference) => hasReference(storage.db, kind, reference),
    hasSubmission: async (id) => (await findSubmission(storage.db, id)) !== undefined,
    async accept(submission) {
      const id = submission.id ?? mintId();
      const keys = [submission.id ?? `answers ${fingerprint(submission)}`, submission.amends ?? []].flat();
      const acceptance = await storage.transaction(async (trx) => {
        await storage.dialect.lockAhead(trx, keys);
        return (await find(trx, submission)) ?? (await store(trx, submission, id));
      });
      if (acceptance.outcome === 'accepted') indexing.wake();
      if (acceptance.outcome === 'accepted' || acceptance.outcome === 'amended') delivery.wake();
      return acceptance;
    },
  };
}
