/** How the records that a person's request erases are erased: by the kinds that the nightly sweep takes. */
import { heldLinks } from '../access/service.ts';
import type { Storage } from '../database/open.ts';
import { heldDealerships } from '../dealerships/service.ts';
import type { Erasables } from '../erasure/service.ts';
import { dealershipsOfLeads, eraseForms, heldSubmissions, inquiryKind } from '../leads/service.ts';
import { messageKind } from '../outbox/service.ts';
import type { RecordKind } from '../record-kind.ts';
import { heldRequests, requestKinds } from '../requests/service.ts';

type Storing = Pick<Storage, 'dialect'>;

/** A lead that an account was made of is erased like any other, unless a hold on the dealership keeps it. */
const leadsOf = (storage: Storing): Erasables['lead'] => ({
  async take(trx, ids) {
    const free = await inquiryKind(storage).take(trx, ids);
    const owners = await dealershipsOfLeads(trx, free);
    const held = await heldDealerships(trx, storage, [...new Set([...owners.values()].flat())]);
    return free.filter((id) => !owners.get(id)?.some((owner) => held.has(owner)));
  },
  // What was chosen and no more: the form beside it may be of somebody else.
  erase: eraseForms,
});

function kindNamed(kinds: readonly RecordKind[], name: string): RecordKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind of record called ${name}`);
  return kind;
}

/** Messages, unless a hold keeps what they are about. */
export const messagesUnheld = (storage: Storing): RecordKind =>
  messageKind([
    (trx, ids) => heldSubmissions(trx, { storage, heldDealerships: (db, of) => heldDealerships(db, storage, of) }, ids),
    (trx, ids) => heldRequests(trx, storage, ids),
    (trx, ids) => heldLinks(trx, storage, ids),
  ]);

/** The kinds by the names under which a person's request finds their records. */
export function recordKinds(storage: Storing): Pick<Erasables, 'lead' | 'request' | 'call' | 'message'> {
  const kinds = requestKinds(storage);
  return {
    lead: leadsOf(storage),
    request: kindNamed(kinds, 'requests'),
    call: kindNamed(kinds, 'calls'),
    message: messagesUnheld(storage),
  };
}
