/** Leads as the desk reads them: the list, one record and the export. Writes nothing but the index of leads. */
import type { listLeads } from '#contract/desk/lead-endpoints.ts';
import type { LeadList, LeadRecord, LeadRow } from '#contract/desk/lead-schemas.ts';
import { isOpenStatus, type LeadStatus } from '#contract/desk/leads.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { readReference } from '#contract/reference.ts';
import { inSlices, type Storage, slicesOf } from '#server/database/open.ts';
import { messagesOfSubjects } from '#server/outbox/service.ts';
import { createdPosition, decodePosition, encodePosition, type Position, pageOf, pageRows } from '#server/paging.ts';
import { allPeople } from '#server/people/service.ts';
import { fieldsOf, idsOf } from '#server/rows.ts';
import { matching } from '#server/search/service.ts';
import { answerOf, detailOf, nameIn } from './answers-shown.ts';
import { type FreesLead, isForDealership } from './dealership.ts';
import { promisedAt } from './due.ts';
import { historyOf } from './events.ts';
import type { LeadIndex } from './indexing.ts';
import type { LeadPolicy } from './policy.ts';
import { presentLeads, presentParts } from './presented.ts';
import { createSimilar } from './similar.ts';
import {
  arrivedLeads,
  closedLeads,
  type LeadFilter,
  leadsByReference,
  openLeads,
  openThenClosedLeads,
  type ReadLeads,
  submissionsOf,
} from './store-desk.ts';
import { eventsOf, findRow, joinedTo, nextDue, type LeadRow as StoredLead } from './store-work.ts';
import { answersOf, flagsOf } from './stored-json.ts';

/** Which leads somebody wants to see. `mine` are those of the reader. */
type LeadListQuery = Omit<QueryOf<typeof listLeads>, 'cursor'>;

interface LeadReader {
  readonly personId: string;
  readonly role: Parameters<LeadPolicy['mayManage']>[0];
}

interface LeadDeskOptions {
  readonly storage: Pick<Storage, 'reads'>;
  readonly index: LeadIndex;
  readonly forms: Record<LeadKind, LeadForm>;
  readonly policy: LeadPolicy;
  /** Whether another dealership may be made of the lead of this one, which was removed. */
  readonly freesLead: FreesLead;
  readonly now: () => Date;
}

const mostEvents = 500;

type Part = 'open' | 'closed';

const readParts: Record<Part | 'both', ReadLeads> = {
  open: openLeads,
  closed: closedLeads,
  both: openThenClosedLeads,
};

function readCursor(cursor: string): { readonly part: Part; readonly position: Position } | undefined {
  const [open, closed] = [decodePosition(cursor, 'o'), decodePosition(cursor, 'c')];
  return open ? { part: 'open', position: open } : closed && { part: 'closed', position: closed };
}

const cursorOf = ({ id, due_at, closed_at }: StoredLead): string =>
  closed_at === null ? encodePosition({ at: due_at, id }, 'o') : encodePosition({ at: closed_at, id }, 'c');

export type ExportedLead = Awaited<
  ReturnType<LeadDesk['allByArrival']> extends AsyncIterable<infer Lead> ? Lead : never
>;

export type LeadDesk = ReturnType<typeof createLeadDesk>;

export function createLeadDesk({ storage: { reads }, index, forms, policy, freesLead, now }: LeadDeskOptions) {
  const nameOf = nameIn(forms);
  const { similarTo, dismissedFor } = createSimilar({ reads, nameOf });
  const presentRows = (leads: readonly StoredLead[], personId: string | null) =>
    presentLeads(reads, leads, { nameOf, personId });

  async function filterOf(query: LeadListQuery, personId: string | null): Promise<LeadFilter> {
    const { status = 'open', form, mine, late, flagged, search = '' } = query;
    return {
      status: status === 'open' || status === 'all' ? undefined : (status satisfies LeadStatus),
      form,
      ownerId: (mine && personId) ?? undefined,
      dueBy: late && now().toISOString(),
      flagged: flagged !== undefined,
      matching: await matching(reads, 'lead', search),
    };
  }

  /** The parts of the list that a query shows: open leads, closed leads, or both. A closed lead is never late. */
  function partsOf({ status = 'open', late }: LeadListQuery): Part | 'both' {
    if (late || status === 'open') return 'open';
    if (status === 'all') return 'both';
    return isOpenStatus(status) ? 'open' : 'closed';
  }

  /** At most `limit` leads after a position, by one statement. Undefined when the cursor is malformed. */
  async function readSlice(
    query: LeadListQuery,
    personId: string | null,
    cursor: string | undefined,
    limit: number,
  ): Promise<StoredLead[] | undefined> {
    const from = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && from === undefined) return undefined;
    const wanted = partsOf(query);
    // Closed leads come after open ones, so after a closed lead there are only closed ones.
    const parts = wanted === 'both' && from?.part === 'closed' ? 'closed' : wanted;
    if (parts === 'open' && from?.part === 'closed') return [];
    const after = parts === 'closed' && from?.part === 'open' ? undefined : from?.position;
    return readParts[parts](reads, await filterOf(query, personId), after, limit);
  }

  /** The leads whose reference the search is, each as the lead that it is shown under. The other filters do not apply to them. */
  async function leadsNamedBy({ search = '' }: LeadListQuery): Promise<StoredLead[]> {
    const reference = readReference(search);
    return reference === undefined ? [] : leadsByReference(reads, reference);
  }

  return {
    /** A page of the list. Undefined when the cursor is malformed. */
    async list(
      query: LeadListQuery,
      cursor: string | undefined,
      personId: string | null,
    ): Promise<LeadList | undefined> {
      const serverNow = now().toISOString();
      await index.updateForLook();
      const found = cursor === undefined ? await leadsNamedBy(query) : [];
      if (found.length > 0) return { rows: await presentRows(found, personId), cursor: null, serverNow };
      const rows = await readSlice(query, personId, cursor, pageRows + 1);
      if (!rows) return undefined;
      const page = pageOf(rows, cursorOf);
      // A lead that is not late yet is not shown among the late ones.
      const changesAt = query.late ? ((await nextDue(reads, serverNow)) ?? null) : null;
      return { rows: await presentRows(page.rows, personId), cursor: page.cursor, changesAt, serverNow };
    },

    /** Every lead that a query shows, the newest first, for an export. */
    async *allByArrival(query: LeadListQuery, personId: string) {
      const parts = partsOf(query);
      await index.update();
      const filter = { ...(await filterOf(query, personId)), isOpen: parts === 'both' ? undefined : parts === 'open' };
      const found = await leadsNamedBy(query);
      const leads =
        found.length > 0
          ? found
          : inSlices<StoredLead>(Number.POSITIVE_INFINITY, (rows, last) =>
              arrivedLeads(reads, filter, createdPosition(last), rows),
            );
      const people = new Map((await allPeople(reads)).map(({ id, name }) => [id, name]));
      for await (const lead of leads) {
        const answers = answersOf(lead);
        const form = forms[lead.kind];
        yield {
          ...fieldsOf(lead, 'reference', 'status', 'due_at', 'first_contact_at', 'created_at', 'amended_at'),
          closedAt: lead.closed_at,
          form: lead.kind,
          name: nameOf(lead, answers),
          detail: detailOf(lead.kind, answers),
          phone: answerOf(form, answers, 'tel'),
          mail: answerOf(form, answers, 'email'),
          owner: people.get(lead.owner_id ?? '') ?? null,
          flags: flagsOf(lead),
        };
      }
    },

    /** The record of the lead that the form with this id is shown under; undefined when there is no such form. */
    async record(id: string, { personId, role }: LeadReader): Promise<LeadRecord | undefined> {
      await index.updateForLook();
      const form = await findRow(reads, id);
      const lead = form?.joined_into_id ? await findRow(reads, form.joined_into_id) : form;
      if (!lead) return undefined;
      const joined = await joinedTo(reads, lead.id);
      const rows = [lead, ...joined];
      const ids = rows.map((row) => row.id);
      const [row] = await presentRows([lead], personId);
      if (!row) throw new Error('A lead has one row');
      const submissions = await submissionsOf(reads, ids);
      const messages = await messagesOfSubjects(reads, idsOf(submissions));
      const own = await eventsOf(reads, ids, mostEvents);
      const people = await allPeople(reads);
      const first = rows.reduce((one, other) => (other.created_at < one.created_at ? other : one));
      const isThere = lead.erased_at === null;
      const similarLeads = await similarTo(ids);
      const madeOfIt = lead.dealership_id;
      const isFree = madeOfIt !== null && lead.hold_id === null && (await freesLead(reads, madeOfIt));
      const dealershipId = isFree ? null : madeOfIt;
      return {
        ...row,
        followUpAt: lead.follow_up_at,
        promisedAt: promisedAt(first),
        firstContactAt: lead.first_contact_at,
        dealershipId,
        parts: await presentParts(reads, rows),
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
            isThere && dealershipId === null && isForDealership(lead.status) && policy.mayMakeDealership(role),
        },
        serverNow: now().toISOString(),
      };
    },

    /** Every lead that a query shows, in the order of the list, in slices. Nobody reads it whose own leads could be asked for. */
    async *allAsListed(query: Omit<LeadListQuery, 'mine'>): AsyncGenerator<LeadRow> {
      await index.updateForLook();
      const slices = slicesOf<StoredLead>(
        async (rows, last) => (await readSlice(query, null, last && cursorOf(last), rows)) ?? [],
      );
      for await (const rows of slices) yield* await presentRows(rows, null);
    },
  };
}
