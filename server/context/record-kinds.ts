/** How a person's request erases records: by the kinds that the nightly sweep takes. */
import { heldLinks } from '../access/service.ts';
import { heldDealerships } from '../dealerships/service.ts';
import type { Erasables } from '../erasure/service.ts';
import { dealershipsOfLeads, eraseForms, heldSubmissions, inquiryRecordKind } from '../leads/service.ts';
import { messageRecordKind } from '../outbox/service.ts';
import type { RecordKind } from '../record-kind.ts';
import { heldRequests, requestRecordKinds } from '../requests/service.ts';

/** A lead from which a dealership was made is erased like any other, unless a hold on the dealership keeps it. */
const leads: Erasables['lead'] = {
  async take(trx, ids) {
    const free = await inquiryRecordKind.take(trx, ids);
    const owners = await dealershipsOfLeads(trx, free);
    const held = await heldDealerships(trx, [...new Set([...owners.values()].flat())]);
    return free.filter((id) => !owners.get(id)?.some((owner) => held.has(owner)));
  },
  // Erases only the chosen form: a form joined to it may be another person's.
  erase: eraseForms,
};

function kindNamed(name: string): RecordKind {
  const kind = requestRecordKinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind of record called ${name}`);
  return kind;
}

/** Messages, except those whose subject is under a hold. */
export const messagesUnheld: RecordKind = messageRecordKind([
  (trx, ids) => heldSubmissions(trx, heldDealerships, ids),
  heldRequests,
  heldLinks,
]);

/** The kinds by the names that a person's request uses for their records. */
export const recordKinds: Pick<Erasables, 'lead' | 'request' | 'call' | 'message'> = {
  lead: leads,
  request: kindNamed('requests'),
  call: kindNamed('calls'),
  message: messagesUnheld,
};
