/** Finds and reads the inquiries and intakes of a person who asks what is kept about them. */
import { eventWords, formNames } from '#contract/desk/lead-words.ts';
import { leadStatuses } from '#contract/desk/leads.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Reader } from '#server/database/open.ts';
import { messagesOfSubjects, subjectsOfRecipient } from '#server/outbox/service.ts';
import { type Labelled, namedIn, type PersonItem, type PersonSource, type Sought } from '#server/person-search.ts';
import { distinct, idsOf } from '#server/rows.ts';
import { idsMatching } from '#server/search/service.ts';
import { readConsentsOf } from './consent.ts';
import { historyOf } from './events.ts';
import { createLeadIndex, type LeadIndexOptions } from './indexing.ts';
import { nameKey } from './keys.ts';
import { wordAnswer, wordFlag } from './messages/wording.ts';
import { leadIdsOfSubmissions } from './store.ts';
import { type SubmissionRow, submissionsOf } from './store-desk.ts';
import { formsJoinedTo, leadsNaming, leadsWithKey, wholeLeads } from './store-person.ts';
import { shownOf } from './store-retention.ts';
import { eventsOf, type LeadRow } from './store-work.ts';
import { answersOf, flagsOf } from './stored-json.ts';

const mostEvents = 1000;

const keyKinds = { mail: 'mail', phone: 'phone', name: 'name' } as const;

const keyOf = ({ by, typed, keys }: Sought): string => (by === 'name' ? nameKey(typed) : (keys[0] ?? ''));

/** The ids of a person's forms: found by their keys, by all that was ever answered or noted, and by the mails that went to the person. */
async function find(db: Reader, sought: Sought, limit: number): Promise<string[]> {
  const ids = new Set(idsOf(await leadsWithKey(db, keyKinds[sought.by], keyOf(sought), limit)));
  // A search finds a lead also by the words of a form that is joined to it, so the joined forms are added below.
  for (const id of await idsMatching(db, 'lead', sought.typed, limit)) ids.add(id);
  if (sought.by !== 'name') {
    const subjects = await subjectsOfRecipient(db, sought.by === 'mail' ? sought.typed : (sought.keys[0] ?? ''), limit);
    for (const id of await leadIdsOfSubmissions(db, subjects)) ids.add(id);
  }
  if (ids.size > 0) for (const { id } of await formsJoinedTo(db, [...ids], limit)) ids.add(id);
  return [...ids];
}

export interface LeadPersonOptions extends LeadIndexOptions {
  /** Resolves to the ids of those dealerships that a legal hold keeps, with the leads that they were made of. */
  readonly heldDealerships: (db: Reader, ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Finds and reads leads for a person who asks what is kept about them. */
export function createLeadPerson({ storage, forms, now, heldDealerships }: LeadPersonOptions): PersonSource {
  const saying = {
    labelOf: (form: LeadKind, name: string) => forms[form].fields.find((field) => field.name === name)?.label ?? name,
    timeOf: (at: string) => at,
  };

  function labelled(kind: LeadKind, form: Pick<SubmissionRow, 'answers'>, prefix = ''): Labelled[] {
    const given = answersOf(form);
    return forms[kind].fields
      .map((field) => ({ label: `${prefix}${field.label}`, value: wordAnswer(field, given) }))
      .filter(({ value }) => value !== '');
  }

  async function read(db: Reader, ids: readonly string[]): Promise<PersonItem[]> {
    const leads = await wholeLeads(db, ids);
    const leadIds = idsOf(leads);
    if (leadIds.length === 0) return [];
    const submissions = await submissionsOf(db, leadIds);
    const messages = await messagesOfSubjects(db, idsOf(submissions));
    const own = await eventsOf(db, leadIds, mostEvents);
    const consents = await readConsentsOf(db, leadIds);
    const shown = new Map((await shownOf(db, leads)).map((lead) => [lead.id, lead]));
    /** The form, and the lead that it is shown under. A hold on either keeps the form. */
    const both = (lead: LeadRow) => [lead, shown.get(lead.joined_into_id ?? '')].filter((one) => one !== undefined);
    const held = await heldDealerships(db, distinct(leads.flatMap(both), 'dealership_id'));
    const isHeld = (lead: LeadRow) =>
      both(lead).some(({ hold_id, dealership_id }) => hold_id !== null || held.has(dealership_id ?? ''));
    return leads.map((lead): PersonItem => {
      const { id, kind, reference, created_at: at, erased_at } = lead;
      const about = { kind: 'lead', id } as const;
      const base = {
        kind: 'lead',
        id,
        reference,
        at,
        class: kind === 'intake' ? 'account' : 'communication',
        about,
      } as const;
      if (erased_at !== null) return { ...base, title: formNames[kind], values: [], kept: 'erased' };
      const sent = submissions.filter(({ lead_id }) => lead_id === id);
      const history = historyOf(forms, {
        parts: [lead],
        submissions: sent,
        messages: messages.filter(({ subject_id }) => sent.some((submission) => submission.id === subject_id)),
        own: own.filter(({ lead_id }) => lead_id === id),
      });
      const earlier = sent.filter(({ replaced_by }) => replaced_by !== null);
      const answers = answersOf(lead);
      const name = String(answers[forms[kind].nameField] ?? '').trim();
      return {
        ...base,
        title: name === '' ? formNames[kind] : `${formNames[kind]} of ${name}`,
        values: [
          { label: 'Status', value: leadStatuses[lead.status] },
          ...labelled(kind, lead),
          ...earlier.flatMap((submission) => labelled(kind, submission, `Before, ${submission.created_at}: `)),
          ...sent.map(({ submitted_date }) => ({ label: 'Sent, by the visitor’s clock', value: submitted_date })),
          ...(consents.get(id) ?? []).map(({ at: from, version, wording, endedAt }) => ({
            label: 'Consent to texts',
            value: [`from ${from}${endedAt ? ` to ${endedAt}` : ''}, version ${version}`, wording ?? []]
              .flat()
              .join('\n'),
          })),
          ...flagsOf(lead).map((flag) => ({ label: 'Looks suspicious', value: wordFlag(flag) })),
          ...history.toReversed().map((event) => ({
            label: event.kind === 'note' ? `Note, ${event.at}` : event.at,
            value: eventWords(event, saying),
          })),
        ],
        kept: isHeld(lead) ? 'held' : null,
      };
    });
  }

  return { prepare: () => createLeadIndex({ storage, forms, now }).update(), find, read };
}

/** The references of leads whose history a person of the staff wrote into, with a label. */
export const staffInLeads = async (
  db: Reader,
  person: { readonly id: string; readonly name: string },
): Promise<Labelled[]> => namedIn('Named in leads', await leadsNaming(db, person));
