/** Leads as the desk reads them: the list and one record. Reads only. */
import type { DismissedLead, LeadList, LeadRecord, LeadRow, SimilarLead } from '#contract/desk/lead-endpoints.ts';
import {
  isOpenStatus,
  type LeadFlag,
  type LeadStatus,
  type LeadStatusFilter,
  type SameReason,
  sameReasonNames,
} from '#contract/desk/leads.ts';
import type { Answers } from '#contract/fields.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { erasedWord } from '#contract/record-classes.ts';
import { readReference } from '#contract/reference.ts';
import { inSlices, type Storage } from '#server/database/open.ts';
import { messagesOfSubjects } from '#server/outbox/service.ts';
import { allPeople, anybodyByIds } from '#server/people/service.ts';
import { type Place, readPlace, writePlace } from '#server/place.ts';
import { matching } from '#server/search/service.ts';
import { readConsentsOf } from './consent.ts';
import { promisedAt } from './due.ts';
import { historyOf } from './events.ts';
import type { LeadPolicy } from './policy.ts';
import type { Reader } from './store.ts';
import {
  arrivedLeads,
  closedLeads,
  countJoined,
  formsApart,
  formsLike,
  type LeadFilter,
  leadsByIds,
  leadsByReference,
  openLeads,
  similarityOf,
  submissionsOf,
} from './store-desk.ts';
import { eventsOf, findRow, joinedTo, type LeadRow as StoredLead } from './store-work.ts';

/** What somebody asks the list for. */
export interface LeadListQuery {
  readonly status?: LeadStatusFilter | undefined;
  readonly form?: LeadKind | undefined;
  /** Only those that this person owns. */
  readonly ownerId?: string | undefined;
  readonly late?: boolean | undefined;
  readonly flagged?: boolean | undefined;
  readonly search?: string | undefined;
}

export interface LeadReader {
  readonly personId: string;
  readonly role: Parameters<LeadPolicy['mayManage']>[0];
}

export interface LeadDeskOptions {
  readonly storage: Pick<Storage, 'reads'>;
  readonly forms: Record<LeadKind, LeadForm>;
  readonly policy: LeadPolicy;
  readonly now: () => Date;
}

const pageRows = 50;
const mostEvents = 500;
/** Forms that share something with a lead are read up to this number; leads of them are shown up to the other one. */
const mostSimilarForms = 200;
const mostSimilar = 20;
const mostDismissed = 50;

type Part = 'open' | 'closed';

function readCursor(cursor: string): { readonly part: Part; readonly place: Place } | undefined {
  const [open, closed] = [readPlace(cursor, 'o'), readPlace(cursor, 'c')];
  return open ? { part: 'open', place: open } : closed && { part: 'closed', place: closed };
}

const cursorOf = ({ id, due_at, closed_at }: StoredLead): string =>
  closed_at === null ? writePlace({ at: due_at, id }, 'o') : writePlace({ at: closed_at, id }, 'c');

const answersOf = ({ answers }: Pick<StoredLead, 'answers'>): Answers => JSON.parse(answers) as Answers;

const textOf = (answers: Answers, name: string): string => String(answers[name] ?? '').trim();

/** What tells two leads of one name apart at a glance. */
function detailOf(kind: LeadKind, answers: Answers): string {
  if (kind === 'intake') return textOf(answers, 'dba') || textOf(answers, 'business_email');
  return `${textOf(answers, 'first_name')} ${textOf(answers, 'last_name')}`.trim();
}

/** The first answer to a question of a kind, such as the telephone number. */
const answerOf = ({ fields }: LeadForm, answers: Answers, kind: 'tel' | 'email'): string =>
  textOf(answers, fields.find((field) => field.kind === kind)?.name ?? '');

export type ExportedLead = Awaited<ReturnType<LeadDesk['everyLead']> extends AsyncIterable<infer Lead> ? Lead : never>;

export type LeadDesk = ReturnType<typeof createLeadDesk>;

export function createLeadDesk({ storage: { reads }, forms, policy, now }: LeadDeskOptions) {
  const nameOf = ({ kind, erased_at }: Pick<StoredLead, 'kind' | 'erased_at'>, answers: Answers) =>
    erased_at === null ? textOf(answers, forms[kind].nameField) : erasedWord;

  /** Rows as the list shows them to somebody. */
  async function presentRows(db: Reader, leads: readonly StoredLead[], personId: string | null): Promise<LeadRow[]> {
    const ids = leads.map(({ id }) => id);
    const owners = await anybodyByIds(db, [...new Set(leads.flatMap(({ owner_id }) => owner_id ?? []))]);
    const [joined, similar] = [await countJoined(db, ids), await similarityOf(db, ids)];
    return leads.map((lead) => {
      const answers = answersOf(lead);
      return {
        id: lead.id,
        form: lead.kind,
        reference: lead.reference,
        name: nameOf(lead, answers),
        detail: detailOf(lead.kind, answers),
        status: lead.status,
        ownerId: lead.owner_id,
        ownerName: owners.get(lead.owner_id ?? '')?.name ?? null,
        dueAt: lead.due_at,
        isPromise: lead.follow_up_at === null && lead.first_contact_at === null,
        createdAt: lead.created_at,
        amendedAt: lead.amended_at,
        closedAt: lead.closed_at,
        flags: JSON.parse(lead.flags) as LeadFlag[],
        forms: 1 + (joined.get(lead.id) ?? 0),
        similar: similar.get(lead.id) ?? null,
        mine: personId !== null && lead.owner_id === personId,
        version: lead.version,
      };
    });
  }

  async function filterOf(query: LeadListQuery): Promise<LeadFilter> {
    const { status = 'open', form, ownerId, late = false, flagged, search = '' } = query;
    return {
      status: status === 'open' || status === 'all' ? undefined : (status satisfies LeadStatus),
      form,
      ownerId,
      dueBy: late ? now().toISOString() : undefined,
      flagged,
      matching: await matching(reads, 'lead', search),
    };
  }

  /** The parts of the list that a query shows: open ones, closed ones, or both. What is closed is never late. */
  function partsOf({ status = 'open', late = false }: LeadListQuery): readonly Part[] {
    if (late || status === 'open') return ['open'];
    if (status === 'all') return ['open', 'closed'];
    return [isOpenStatus(status) ? 'open' : 'closed'];
  }

  /** At most `limit` leads after a place. */
  async function slice(query: LeadListQuery, cursor: string | undefined, limit: number) {
    const from = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && from === undefined) return undefined;
    const filter = await filterOf(query);
    const rows: StoredLead[] = [];
    for (const part of partsOf(query)) {
      if (from?.part === 'closed' && part === 'open') continue;
      const after = from?.part === part ? from.place : undefined;
      const read = part === 'open' ? openLeads : closedLeads;
      if (rows.length < limit) rows.push(...(await read(reads, filter, after, limit - rows.length)));
    }
    return rows;
  }

  /** The leads that a search names by a reference, each as the lead that it is shown under, whatever else is asked for. */
  async function named({ search = '' }: LeadListQuery): Promise<StoredLead[]> {
    const reference = readReference(search);
    if (reference === undefined) return [];
    const found = await leadsByReference(reads, reference);
    const ids = found.map(({ id, joined_into_id }) => joined_into_id ?? id);
    return leadsByIds(reads, [...new Set(ids)]);
  }

  /** What another lead is known by where it is only named. */
  const knownBy = (lead: StoredLead) => ({
    id: lead.id,
    form: lead.kind,
    reference: lead.reference,
    name: nameOf(lead, answersOf(lead)),
    createdAt: lead.created_at,
    status: lead.status,
  });

  async function similarTo(ids: readonly string[]): Promise<SimilarLead[]> {
    const found = await formsLike(reads, ids, mostSimilarForms);
    const reasons = new Map<string, Set<SameReason>>();
    for (const { id, joined_into_id, kind } of found) {
      const shown = joined_into_id ?? id;
      reasons.set(shown, (reasons.get(shown) ?? new Set()).add(kind));
    }
    const leads = await leadsByIds(
      reads,
      [...reasons.keys()].filter((id) => !ids.includes(id)),
    );
    return leads
      .map((lead) => ({
        ...knownBy(lead),
        reasons: sameReasonNames.filter((reason) => reasons.get(lead.id)?.has(reason)),
        version: lead.version,
      }))
      .sort((one, other) => other.reasons.length - one.reasons.length || (one.createdAt < other.createdAt ? 1 : -1))
      .slice(0, mostSimilar);
  }

  /** What somebody said is not of the same people as the lead of these forms, and is not suggested all the same. */
  async function dismissedFor(ids: readonly string[], similar: readonly SimilarLead[]): Promise<DismissedLead[]> {
    const said = new Map<string, { readonly at: string; readonly by_id: string | null }>();
    for (const { id, joined_into_id, at, by_id } of await formsApart(reads, ids, mostSimilarForms)) {
      const shown = joined_into_id ?? id;
      if (!said.has(shown)) said.set(shown, { at, by_id });
    }
    for (const id of [...ids, ...similar.map((lead) => lead.id)]) said.delete(id);
    const people = await anybodyByIds(reads, [...new Set([...said.values()].flatMap(({ by_id }) => by_id ?? []))]);
    const leads = new Map((await leadsByIds(reads, [...said.keys()])).map((lead) => [lead.id, lead]));
    return [...said]
      .flatMap(([id, { at, by_id }]) => {
        const lead = leads.get(id);
        return lead ? [{ ...knownBy(lead), dismissedAt: at, dismissedBy: people.get(by_id ?? '')?.name ?? null }] : [];
      })
      .slice(0, mostDismissed);
  }

  async function partsToShow(rows: readonly StoredLead[]): Promise<LeadRecord['parts']> {
    const ids = rows.map(({ id }) => id);
    const consents = await readConsentsOf(reads, ids);
    const submissions = await submissionsOf(reads, ids);
    return rows.map((row) => ({
      id: row.id,
      form: row.kind,
      reference: row.reference,
      createdAt: row.created_at,
      amendedAt: row.amended_at,
      submittedDate:
        submissions.find(({ lead_id, replaced_by }) => lead_id === row.id && replaced_by === null)?.submitted_date ??
        '',
      answers: answersOf(row),
      flags: JSON.parse(row.flags) as LeadFlag[],
      consents: (consents.get(row.id) ?? []).map(({ at, version, wording, endedAt }) => ({
        at,
        version,
        wording,
        endedAt,
      })),
      joinedAt: row.joined_at,
    }));
  }

  return {
    /** A page of the list. Undefined when the cursor is none of ours. */
    async list(
      query: LeadListQuery,
      cursor: string | undefined,
      personId: string | null,
    ): Promise<LeadList | undefined> {
      const serverNow = now().toISOString();
      const found = cursor === undefined ? await named(query) : [];
      if (found.length > 0) return { rows: await presentRows(reads, found, personId), cursor: null, serverNow };
      const rows = await slice(query, cursor, pageRows + 1);
      if (!rows) return undefined;
      const page = rows.slice(0, pageRows);
      const last = page.at(-1);
      return {
        rows: await presentRows(reads, page, personId),
        cursor: rows.length > pageRows && last ? cursorOf(last) : null,
        serverNow,
      };
    },

    /** Every lead that the list shows, in the order in which they came, for an export. */
    async *everyLead(query: LeadListQuery) {
      const parts = partsOf(query);
      const filter = { ...(await filterOf(query)), isOpen: parts.length > 1 ? undefined : parts[0] === 'open' };
      const found = await named(query);
      const leads =
        found.length > 0
          ? found
          : inSlices<StoredLead>(Number.POSITIVE_INFINITY, (rows, last) =>
              arrivedLeads(reads, filter, last && { at: last.created_at, id: last.id }, rows),
            );
      const people = new Map((await allPeople(reads)).map(({ id, name }) => [id, name]));
      for await (const lead of leads) {
        const answers = answersOf(lead);
        const form = forms[lead.kind];
        yield {
          reference: lead.reference,
          form: lead.kind,
          name: nameOf(lead, answers),
          detail: detailOf(lead.kind, answers),
          phone: answerOf(form, answers, 'tel'),
          mail: answerOf(form, answers, 'email'),
          status: lead.status,
          owner: people.get(lead.owner_id ?? '') ?? null,
          dueAt: lead.due_at,
          firstContactAt: lead.first_contact_at,
          createdAt: lead.created_at,
          amendedAt: lead.amended_at,
          closedAt: lead.closed_at,
          flags: JSON.parse(lead.flags) as LeadFlag[],
        };
      }
    },

    /** The lead that a form of this id is shown under; undefined when there is no such form. */
    async record(id: string, { personId, role }: LeadReader): Promise<LeadRecord | undefined> {
      const form = await findRow(reads, id);
      const lead = form?.joined_into_id ? await findRow(reads, form.joined_into_id) : form;
      if (!lead) return undefined;
      const joined = await joinedTo(reads, lead.id);
      const rows = [lead, ...joined];
      const ids = rows.map((row) => row.id);
      const [row] = await presentRows(reads, [lead], personId);
      if (!row) throw new Error('A lead has one row');
      const submissions = await submissionsOf(reads, ids);
      const messages = await messagesOfSubjects(
        reads,
        submissions.map((submission) => submission.id),
      );
      const own = await eventsOf(reads, ids, mostEvents);
      const people = await allPeople(reads);
      const first = rows.reduce((one, other) => (other.created_at < one.created_at ? other : one));
      const isOpen = isOpenStatus(lead.status);
      const isThere = lead.erased_at === null;
      const similarLeads = await similarTo(ids);
      return {
        ...row,
        followUpAt: lead.follow_up_at,
        promisedAt: promisedAt(first),
        firstContactAt: lead.first_contact_at,
        dealershipId: lead.dealership_id,
        parts: await partsToShow(rows),
        events: historyOf(forms, { parts: rows, submissions, messages, own }).slice(0, mostEvents),
        similarLeads,
        dismissedLeads: await dismissedFor(ids, similarLeads),
        owners: people
          .filter(({ role: theirs }) => policy.mayOwn(theirs))
          .map((person) => ({ id: person.id, name: person.name })),
        can: {
          contact: isThere && lead.status === 'new' && policy.mayContact(role),
          note: isThere && policy.mayNote(role),
          manage: isThere && policy.mayManage(role),
          makeDealership:
            isThere &&
            lead.dealership_id === null &&
            (isOpen || lead.status === 'won') &&
            policy.mayMakeDealership(role),
        },
        serverNow: now().toISOString(),
      };
    },

    /** Every lead that a query shows, in the order of the list, in slices. */
    async *all(query: LeadListQuery): AsyncGenerator<LeadRow> {
      let cursor: string | undefined;
      for (;;) {
        const rows = await slice(query, cursor, 200);
        if (!rows || rows.length === 0) return;
        yield* await presentRows(reads, rows, null);
        const last = rows.at(-1);
        if (!last || rows.length < 200) return;
        cursor = cursorOf(last);
      }
    },
  };
}
