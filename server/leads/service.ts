/** Takes submissions of forms. Each one makes or amends exactly one lead, with the messages that it causes, in one transaction. */
import { createHash } from 'node:crypto';
import type { ConsentWording } from '#brand/consent.ts';
import type { LeadFlag } from '#contract/desk/leads.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import { consentField } from '#contract/intake.ts';
import type { LeadKind } from '#contract/pages.ts';
import { mintId, referenceOf } from '#contract/reference.ts';
import { changed } from '#server/changes/service.ts';
import type { Limit } from '#server/config.ts';
import { dialectOf, type Reader, type Storage, type Trx } from '#server/database/open.ts';
import type { Iso } from '#server/database/tables.ts';
import type { Environment } from '#server/environment.ts';
import type { CountNew } from '#server/http/limits.ts';
import { idFrom } from '#server/made-by-press.ts';
import { mailboxOf } from '#server/mail-address.ts';
import type { Delivery } from '#server/outbox/service.ts';
import { latestPossibleNow } from '#server/skew.ts';
import { isoBefore } from '#server/times.ts';
import { emit } from '#server/webhooks/service.ts';
import { consentColumns } from './consent.ts';
import { dueAt } from './due.ts';
import type { LeadIndexing } from './indexing.ts';
import { createLeadJoining, type LeadJoiningOptions } from './join.ts';
import { keysOf } from './keys.ts';
import { tellLeadChanged } from './lead-changed.ts';
import { fingerprintOf } from './normalise.ts';
import { writeLeadSearch, writeLeadSearches } from './searchable.ts';
import {
  amendLead,
  findCurrentSubmission,
  findSameAnswers,
  findSubmission,
  hasAttempts,
  hasReference,
  insertLead,
  insertSubmission,
  lockAnswers,
  replaceCurrentSubmission,
} from './store.ts';
import { countDue, lockLead, lockWholeForm, nextDue, putKeys, updateLead } from './store-work.ts';
import { answersOf } from './stored-json.ts';
import { createLeadWork } from './work.ts';

export { type Consent, consentsOfSubmissions } from './consent.ts';
export { type LeadPart, lockLeadForDealership, readLeadForDealership, winLead } from './dealership.ts';
export { createLeadDesk } from './desk.ts';
export { leadsExporter } from './export.ts';
export { createLeadIndex, createLeadIndexing } from './indexing.ts';
export { findLeads, type ListedLead, listLeads } from './list.ts';
export { wordAnswer } from './messages/wording.ts';
export { createLeadPerson, type LeadPersonOptions, staffInLeads } from './person.ts';
export {
  eraseForms,
  eraseLeads,
  heldSubmissions,
  holdLead,
  inquiryRecordKind,
  lockLeadsOfDealerships,
  releaseLead,
} from './record-kinds.ts';

export { apiLead, apiLeads } from './store-api.ts';
export { carriedOverLeads, madeLeads } from './store-carry-over.ts';
export { type CountedLead, countedLeads, leadStates } from './store-figures.ts';
export {
  dealershipsOfLeads,
  erasedLeads,
  formsOf,
  holdIdsOf,
  leadIdsOfDealerships,
  referencesOfLeads,
} from './store-retention.ts';
export type { LeadOutcome, LeadRefusal } from './work.ts';

/** One attempt to send a form, checked. */
export interface Submission {
  readonly kind: LeadKind;
  /** Undefined from a browser without script or from another client. Then equal answers within ten minutes are one lead. */
  readonly id?: string | undefined;
  /**
   * Whether the browser posted the form without our script. Such a post cannot choose a new id: with other answers under a known id it is
   * a lead of its own, and equal answers within ten minutes are one lead under any id.
   */
  readonly byBrowser?: boolean;
  /** The id of the form's first attempt, when the page does not know whether that arrived. These answers replace those. */
  readonly amends?: string | undefined;
  readonly answers: Answers;
  /** The visitor's local date and time, as text. */
  readonly submittedDate: string;
  /** Why the submission looks suspicious. It is stored with these marks and never refused. */
  readonly flags: readonly LeadFlag[];
  /** The version of the consent's wording that the person saw. Without it, no consent is given. */
  readonly smsConsentVersion?: string | undefined;
}

export interface Receipt {
  readonly leadId: string;
  readonly reference: string;
}

type Acceptance =
  | ({ readonly outcome: 'accepted' | 'amended' | 'replayed' } & Receipt)
  /** Another submission with other answers has this id. Nothing was stored. */
  | { readonly outcome: 'id-taken' }
  /** The limit allows no new attempt. Nothing was stored. */
  | { readonly outcome: 'too-many'; readonly retryAfterMs: number };

interface LeadsOptions extends Pick<Environment, 'storage' | 'now'> {
  readonly delivery: Pick<Delivery, 'enqueue' | 'countFor' | 'wake'>;
  /** Is woken when a lead was stored, so that it is indexed. */
  readonly indexing: Pick<LeadIndexing, 'wake'>;
  readonly forms: Record<LeadKind, LeadForm>;
  /** The wording of the consent that the pages show, and those that they showed before. */
  readonly consentWordings: readonly ConsentWording[];
  readonly confirmationsPerRecipient: Limit;
}

/** Late leads are counted up to this number. A larger one tells nobody more. */
const mostLate = 1000;

/** The number of open leads that are late, counted up to 1000, for the navigation of the desk. */
export const countLate = ({ db }: Pick<Storage, 'db'>, now: Date): Promise<number> =>
  countDue(db, now.toISOString(), mostLate);

/** When the next open lead becomes late; undefined when none does. */
export const nextLate = ({ db }: Pick<Storage, 'db'>, now: Date): Promise<Iso | undefined> =>
  nextDue(db, now.toISOString());

/** The id of the lead that replaces an erased one. It is the same for every attempt, so that all of them belong to one lead. */
function idAnewAfter(erased: string): string {
  return idFrom(createHash('sha256').update(`lead after ${erased}`).digest());
}

/** Equal answers without an id are one lead within this time. */
const sameAnswersMs = 10 * 60 * 1000;

/** The most attempts that one lead takes. Each further one costs the reading of all before it. */
const mostAttempts = 50;

/** What people do with a lead at the desk and by commands. */
export type LeadWork = ReturnType<typeof createLeadWorks>;

export const createLeadWorks = (options: LeadJoiningOptions) => ({
  ...createLeadWork(options),
  ...createLeadJoining(options),
});

export function createLeads(options: LeadsOptions) {
  const { storage, delivery, indexing, forms, now } = options;

  /** Kept, because an acceptance needs it several times, and reading its telephone number is slow. */
  const fingerprints = new WeakMap<Submission, string>();

  const fingerprint = (submission: Submission): string =>
    fingerprints.getOrInsertComputed(submission, ({ kind, answers }) =>
      fingerprintOf(kind, forms[kind].fields, answers),
    );

  /** Whether equal answers that were just received count as these, whatever their id is. */
  const countsByAnswers = ({ id, byBrowser = false }: Submission) => id === undefined || byBrowser;

  async function find(db: Reader, submission: Submission): Promise<Acceptance | undefined> {
    const { id } = submission;
    const print = fingerprint(submission);
    const named = id === undefined ? undefined : await findSubmission(db, id);
    // An erased attempt cannot be compared, because its answers are gone. It counts as received, so it is not stored again.
    const isSame = named && (named.erased_at !== null || named.fingerprint === print);
    if (named && !isSame && !countsByAnswers(submission)) return { outcome: 'id-taken' };
    const since = isoBefore(now(), sameAnswersMs);
    const byAnswers = () => findSameAnswers(db, print, since, latestPossibleNow(now()));
    const stored = isSame ? named : countsByAnswers(submission) ? await byAnswers() : undefined;
    return stored && { outcome: 'replayed', leadId: stored.lead_id, reference: stored.reference };
  }

  /** The id under which a submission is stored that was not received yet. */
  async function idFor(trx: Trx, { id, byBrowser }: Submission): Promise<string> {
    return id === undefined || (byBrowser && (await findSubmission(trx, id))) ? mintId() : id;
  }

  /**
   * The lead that a submission belongs to, locked: the lead of the attempt that it amends, or one of its own. If that lead was erased,
   * the submission begins a new one, the same for every attempt that amends the erased one. A lead of another form, or with as many
   * attempts as one may have, is not amended.
   */
  async function leadOf(trx: Trx, { kind, amends }: Submission, id: string) {
    let leadId = amends === undefined ? id : ((await findSubmission(trx, amends))?.lead_id ?? amends);
    let lead = await lockAnswers(trx, leadId);
    while (lead && lead.erased_at !== null && leadId !== id) {
      leadId = idAnewAfter(leadId);
      lead = await lockAnswers(trx, leadId);
    }
    const isOther = lead && leadId !== id && (lead.kind !== kind || (await hasAttempts(trx, leadId, mostAttempts)));
    return isOther ? { leadId: id, lead: await lockAnswers(trx, id) } : { leadId, lead };
  }

  const addressOf = (kind: LeadKind, answers: Answers) => String(answers[forms[kind].emailField]).toLowerCase();

  /**
   * The address that gets a confirmation. Undefined when the earlier answers had the same address, or when its mailbox has reached the
   * limit.
   */
  async function confirmationTo(trx: Trx, { kind, answers }: Submission, at: Date, first?: Answers) {
    const recipient = addressOf(kind, answers);
    if (first && addressOf(kind, first) === recipient) return undefined;
    const { times, perSeconds } = options.confirmationsPerRecipient;
    const since = new Date(at.getTime() - perSeconds * 1000);
    const countsFor = mailboxOf(recipient);
    await dialectOf(trx).lockAhead(trx, [`confirmation ${countsFor}`]);
    const count = await delivery.countFor(trx, countsFor, 'lead-confirmation', since);
    return count < times ? { recipient, countsFor } : undefined;
  }

  /** Gives an amended lead a new version, so that nobody at the desk changes it without having seen the new answers. What the desk wrote about the lead stays. */
  async function tellDesk(trx: Trx, leadId: string, at: string): Promise<void> {
    const form = await lockWholeForm(trx, leadId);
    const shownId = form?.joined_into_id ?? leadId;
    await updateLead(trx, shownId, {});
    await writeLeadSearches(trx, [...new Set([leadId, shownId])]);
    // The form has the new answers, and the lead that it is shown under has another version.
    if (shownId !== leadId) await tellLeadChanged(trx, shownId, 'lead.changed', at);
    await tellLeadChanged(trx, leadId, 'lead.amended', at);
  }

  async function store(trx: Trx, submission: Submission, id: string): Promise<Acceptance> {
    const at = now();
    const { kind, answers, flags } = submission;
    // Two attempts may amend one lead at once. The lead is locked, so the second one builds on what the first one wrote.
    const { leadId, lead: existing } = await leadOf(trx, submission, id);
    // The attempt was sent before the erasure and arrives late. Nothing of it is stored.
    if (existing && existing.erased_at !== null) return { outcome: 'replayed', leadId, reference: existing.reference };
    const reference = existing?.reference ?? referenceOf(leadId);
    const agreedTo = answers[consentField] === true ? submission.smsConsentVersion : undefined;
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
      ...(await consentColumns(trx, options.consentWordings, agreedTo, at.toISOString())),
    };
    if (existing && id === leadId) {
      // The first attempt arrives after one that amended it, so its answers are out of date already.
      const { id: current } = await findCurrentSubmission(trx, leadId);
      await insertSubmission(trx, { ...row, superseded_at: at.toISOString(), replaced_by: current });
      const shown = await lockLead(trx, leadId);
      await writeLeadSearch(trx, shown?.id ?? leadId);
      return { outcome: 'replayed', leadId, reference };
    }
    const created_at = at.toISOString();
    if (existing) {
      await amendLead(trx, leadId, { ...content, amended_at: created_at, keyed_at: created_at });
      await putKeys(trx, [{ id: leadId, keys: keysOf(forms[kind], answers) }]);
      await replaceCurrentSubmission(trx, leadId, id);
      await tellDesk(trx, leadId, created_at);
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
    const before = existing && answersOf(existing);
    const to = await confirmationTo(trx, submission, at, before);
    if (to) await delivery.enqueue(trx, { kind: 'lead-confirmation', subjectId: id, ...to, at });
    return { outcome: existing ? 'amended' : 'accepted', leadId, reference };
  }

  return {
    /** The acceptance of an attempt that was received before, without writing anything; `undefined` for a new one. */
    known: (submission: Submission) => find(storage.db, submission),

    /** Whether there is a lead of this kind with this reference that was not erased. */
    hasReference: (kind: LeadKind, reference: string) => hasReference(storage.db, kind, reference),

    hasSubmission: async (id: string) => (await findSubmission(storage.db, id)) !== undefined,

    /** Stores the attempt and its messages, once. When it resolves, both are on disk. */
    async accept(submission: Submission, countNew?: CountNew): Promise<Acceptance> {
      const use = await countNew?.();
      const isNew = ({ outcome }: Acceptance) => outcome === 'accepted' || outcome === 'amended';
      const ofAnswers = countsByAnswers(submission) ? [`answers ${fingerprint(submission)}`] : [];
      const keys = [submission.id ?? [], submission.amends ?? [], ofAnswers].flat();
      const work = () =>
        storage.transaction(async (trx): Promise<Acceptance> => {
          await dialectOf(trx).lockAhead(trx, keys);
          const refused = use && use.waitMs > 0 && ({ outcome: 'too-many', retryAfterMs: use.waitMs } as const);
          return (await find(trx, submission)) ?? (refused || store(trx, submission, await idFor(trx, submission)));
        });
      const acceptance = await (use ? use.spend(work, isNew) : work());
      if (acceptance.outcome === 'accepted') indexing.wake();
      if (isNew(acceptance)) delivery.wake();
      return acceptance;
    },
  };
}
