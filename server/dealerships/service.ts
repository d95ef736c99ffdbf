/** The dealerships and their accounts. An open account may ask for an agent. They are the operator's data. */
import type { DealershipPatch } from '#contract/desk/dealership-endpoints.ts';
import type { dealershipRefusals } from '#contract/desk/dealerships.ts';
import { mintId } from '#contract/reference.ts';
import type { NewAuditEntry } from '#server/audit/service.ts';
import { dayAt } from '#server/calendar.ts';
import { dialectOf, type Reader, type Trx } from '#server/database/open.ts';
import { lockLeadForDealership, winLead } from '#server/leads/service.ts';
import { namesChanged, writeContacts } from './edits.ts';
import { readFields } from './fields.ts';
import { dealershipOfLead } from './from-lead.ts';
import { noteEvent } from './history.ts';
import { nameKeyOf } from './name.ts';
import { codesLock, type DealershipsOptions } from './options.ts';
import { createRemoval } from './removal.ts';
import { storeSamples } from './samples.ts';
import { writeSearchable } from './searchable.ts';
import {
  activeNamed,
  type Dealership,
  dealershipOf,
  findWhole,
  freesLead,
  insertDealerships,
  type ListedDealership,
  listDealerships,
  lockDealership,
  updateDealership,
  type WholeDealership,
} from './store.ts';
import { isContactElsewhere, isContactEnded, makerOf, replaceContacts } from './store-records.ts';
import { lockForEnd } from './store-retention.ts';
import { noteZoneOfRecord } from './store-sheet.ts';

export { noteEvent } from './history.ts';
export { isTimeZone, nameKeyOf } from './name.ts';
export { changeCodes, codesLock } from './options.ts';
export {
  contactPerson,
  dealershipPerson,
  erasableContacts,
  erasableSheetValues,
  heldDealershipIds,
  sheetPerson,
  staffInSheets,
} from './person.ts';
export {
  accountRecordKind,
  heldDealerships,
  holdDealership,
  holdsOfDealerships,
  holdsOfLead,
  releaseDealership,
} from './record-kinds.ts';
export {
  contactsWithConsent,
  type DealershipRecordParts,
  everySlice,
  listPage,
  recordOf,
} from './records.ts';
export {
  addressOf,
  allDealerships,
  dealershipOf,
  dealershipsMatching,
  findDealership,
  findWhole,
  freesLead,
  type ListedDealership,
  listDealerships,
  lockDealership,
  namesOf,
  type WholeDealership,
  zonesOf,
} from './store.ts';
export { apiDealership, apiDealerships } from './store-api.ts';
export { carriedOverDealerships, madeDealerships } from './store-carry-over.ts';
export { endedContacts, type OnDealership } from './store-records.ts';
export { erasedDealerships } from './store-retention.ts';
export { changeSheet, findSheet } from './store-sheet.ts';

export type StoredDealership = Dealership;

export type DealershipRefusal = keyof typeof dealershipRefusals;

/** `changed`: somebody else has changed the record since, so nothing was written. `same`: there was nothing to change. */
export type DealershipOutcome =
  | { readonly kind: 'made' | 'done' | 'same' | 'changed'; readonly dealership: WholeDealership }
  | { readonly kind: 'refused'; readonly why: DealershipRefusal };

/** The active dealerships of a name, whatever its case and spacing. */
export const dealershipsNamed = (db: Reader, name: string): Promise<StoredDealership[]> =>
  activeNamed(db, nameKeyOf(name));

/**
 * Whether a dealership's agreement has begun, by the date in its own time zone or in UTC. Before that, no code of its own is made.
 */
export const hasAgreement = ({ agreement_date, zone }: Pick<WholeDealership, 'agreement_date' | 'zone'>, at: Date) =>
  agreement_date !== null && [zone ?? 'UTC', 'UTC'].some((each) => agreement_date <= dayAt(at, each));

/** The record to change, and the version of it that the caller saw. Without a version, it is changed whatever its version is. */
interface Target {
  readonly id: string;
  readonly version?: number;
}

export type Dealerships = ReturnType<typeof createDealerships>;

/** Whether a dealership has all the values that somebody typed. */
const isOf = (there: WholeDealership, typed: Partial<WholeDealership>): boolean =>
  Object.entries(typed).every(([name, value]) => there[name as keyof WholeDealership] === value);

const refused = (why: DealershipRefusal): DealershipOutcome => ({ kind: 'refused', why });

export function createDealerships(options: DealershipsOptions) {
  const { storage, audit, now, endAccess } = options;
  const { db } = storage;

  const write = (trx: Trx, id: string, entry: Omit<NewAuditEntry, 'about'>) =>
    audit.write(trx, { ...entry, about: [{ kind: 'dealership', id }] });

  async function outcomeOf(trx: Trx, id: string, kind: 'made' | 'done'): Promise<DealershipOutcome> {
    const dealership = await findWhole(trx, id);
    return dealership ? { kind, dealership } : refused('notFound');
  }

  /** Locks a dealership and changes it, unless it is erased or has another version than the caller saw. */
  const changeOne = (
    { id, version }: Target,
    work: (trx: Trx, dealership: WholeDealership, at: Date) => Promise<DealershipOutcome>,
    keys: readonly string[] = [],
  ): Promise<DealershipOutcome> =>
    storage.transaction(async (trx) => {
      if (keys.length > 0) await dialectOf(trx).lock(trx, keys);
      const dealership = await lockDealership(trx, id);
      if (!dealership || dealership.erased_at !== null) return refused('notFound');
      if (version !== undefined && dealership.version !== version) return { kind: 'changed', dealership };
      return work(trx, dealership, now());
    });

  return {
    /** Every dealership, also closed and removed ones, by name. */
    list: (): Promise<ListedDealership[]> => listDealerships(db),

    /**
     * Adds a dealership by hand, even when others have the same name.
     *
     * @param id made before the first press, so that a second press of the same person finds what the first one added. `idTaken`:
     *   something else has this id, or somebody else made it
     */
    add: (byId: string | null, fields: DealershipPatch & { readonly name: string }, id: string = mintId()) =>
      storage.transaction(async (trx): Promise<DealershipOutcome> => {
        const at = now();
        const read = readFields(fields, at);
        if (typeof read === 'string') return refused(read);
        await dialectOf(trx).lock(trx, [`dealership ${id}`]);
        const there = await findWhole(trx, id);
        if (there) {
          const isSame = isOf(there, read.columns) && (await makerOf(trx, id)) === byId;
          return isSame ? { kind: 'same', dealership: there } : refused('idTaken');
        }
        // A removed dealership keeps its id.
        if (await dealershipOf(trx, id)) return refused('idTaken');
        const name = read.columns.name ?? '';
        const columns = { ...read.columns, name, name_key: nameKeyOf(name) };
        await insertDealerships(trx, [{ id, created_at: at.toISOString(), ...columns }]);
        await writeContacts(trx, id, read.contacts ?? [], at.toISOString());
        await writeSearchable(trx, id);
        await noteEvent(trx, id, { kind: 'made', byId, at: at.toISOString() });
        await write(trx, id, { by: byId, action: 'dealership-made' });
        return outcomeOf(trx, id, 'made');
      }),

    /**
     * Makes a dealership from a lead, once, and marks the lead won. A later call gets the dealership that was made, or makes another
     * one after that was removed. `leadChanged`: the lead is no longer in the version that the caller saw, and nothing was written.
     */
    fromLead: (
      by: { readonly id: string; readonly name: string } | null,
      { id: leadId, version }: Target,
    ): Promise<DealershipOutcome | { readonly kind: 'leadChanged' }> =>
      storage.transaction(async (trx) => {
        const lead = await lockLeadForDealership(trx, leadId);
        if (!lead) return refused('noSuchLead');
        const at = now();
        const id = mintId();
        const { contacts, ...columns } = dealershipOfLead(lead.parts);
        const { name } = columns;
        // So no hold is set on it meanwhile.
        if (lead.dealershipId !== null) await lockForEnd(trx, [lead.dealershipId]);
        const gone = lead.dealershipId !== null && (await freesLead(trx, lead.dealershipId)) ? lead.dealershipId : null;
        const won = await winLead(trx, { leadId, version, by, dealership: { id, name }, gone, now: at });
        if (won.kind === 'already') {
          const dealership = await findWhole(trx, won.dealershipId);
          return dealership ? { kind: 'same', dealership } : refused('notFound');
        }
        if (won.kind === 'changed') return { kind: 'leadChanged' };
        if (won.kind === 'closed') return refused('leadClosed');
        if (won.kind !== 'won') return refused('noSuchLead');
        const made = {
          ...columns,
          id,
          name_key: nameKeyOf(name),
          lead_id: won.leadId,
          created_at: at.toISOString(),
        };
        await insertDealerships(trx, [made]);
        await replaceContacts(
          trx,
          id,
          contacts.map((contact, place) => ({ ...contact, dealership_id: id, place })),
          made.created_at,
        );
        const byId = by?.id ?? null;
        await writeSearchable(trx, id);
        const references = lead.parts.map(({ reference }) => reference);
        await noteEvent(trx, id, { kind: 'made', byId, at: at.toISOString(), detail: references });
        const about = [{ kind: 'dealership', id } as const, { kind: 'lead', id: won.leadId } as const];
        await audit.write(trx, { by: byId, action: 'dealership-made', about });
        return outcomeOf(trx, id, 'made');
      }),

    /** Changes the fields that the patch names. A sample whose name changes becomes the operator's own. */
    edit: (byId: string | null, target: Target, patch: DealershipPatch): Promise<DealershipOutcome> =>
      changeOne(target, async (trx, dealership, at) => {
        if (dealership.closed_at !== null) return refused('isClosed');
        const read = readFields(patch, at);
        if (typeof read === 'string') return refused(read);
        const { columns, contacts } = read;
        const { id } = dealership;
        const contactIds = (contacts ?? []).map((contact) => contact.id);
        if (await isContactEnded(trx, contactIds)) return refused('contactEnded');
        if (await isContactElsewhere(trx, id, contactIds)) return refused('badContact');
        const names = await namesChanged(trx, dealership, read);
        if (names.length === 0) return { kind: 'same', dealership };
        const own = names.includes('name') && dealership.sample_at !== null;
        await updateDealership(trx, id, { ...columns, ...(own && { sample_at: null }) });
        if (contacts) await writeContacts(trx, id, contacts, at.toISOString());
        if (names.includes('zone')) await noteZoneOfRecord(trx, id);
        await writeSearchable(trx, id);
        const event = { byId, at: at.toISOString() };
        const edited = names.filter((name) => name !== 'agreement_date');
        if (edited.length > 0) await noteEvent(trx, id, { ...event, kind: 'edited', detail: edited });
        if (edited.length < names.length) {
          const date = columns.agreement_date ?? null;
          await noteEvent(trx, id, { ...event, kind: 'agreement', detail: date === null ? [] : [date] });
        }
        await write(trx, id, { by: byId, action: 'dealership-edited', detail: { fields: names } });
        return outcomeOf(trx, id, 'done');
      }),

    /** Closes the account. Its codes and their sessions end within a second. Requests that are running go on to their end. */
    close: (byId: string | null, target: Target): Promise<DealershipOutcome> =>
      changeOne(
        target,
        async (trx, dealership, at) => {
          if (dealership.closed_at !== null) return { kind: 'same', dealership };
          const { id } = dealership;
          await endAccess(trx, id, at.toISOString(), 'closed');
          await updateDealership(trx, id, { closed_at: at.toISOString() });
          await noteEvent(trx, id, { kind: 'closed', byId, at: at.toISOString() });
          await write(trx, id, { by: byId, action: 'dealership-closed' });
          return outcomeOf(trx, id, 'done');
        },
        [codesLock],
      ),

    /** Opens a closed account again. Its codes stay ended. */
    reopen: (byId: string | null, target: Target): Promise<DealershipOutcome> =>
      changeOne(target, async (trx, dealership, at) => {
        if (dealership.closed_at === null) return { kind: 'same', dealership };
        const { id } = dealership;
        await updateDealership(trx, id, { closed_at: null });
        await noteEvent(trx, id, { kind: 'reopened', byId, at: at.toISOString() });
        await write(trx, id, { by: byId, action: 'dealership-reopened' });
        return outcomeOf(trx, id, 'done');
      }),

    ...createRemoval(options),

    /** Stores the brand's dealerships as samples in a database that has never had one. */
    storeSamples: (): Promise<void> => storeSamples(options),
  };
}
