/** What a person's request finds and erases: each feature's part, put together for the server and for the commands beside it. */
import { codeLinkPerson, erasableCodeLinks } from '../access/service.ts';
import { contactPerson, dealershipPerson, erasableContacts, heldDealershipIds } from '../dealerships/service.ts';
import { createErasure, type ErasureOptions } from '../erasure/service.ts';
import { createLeadPerson, type LeadPersonOptions } from '../leads/service.ts';
import { staffPerson } from '../people/service.ts';
import { callPerson, requestPerson } from '../requests/service.ts';
import { recordKinds } from './record-kinds.ts';

export type PersonRequestOptions = Omit<ErasureOptions, 'sources' | 'erasables'> & Pick<LeadPersonOptions, 'forms'>;

export function createPersonRequests({ forms, ...options }: PersonRequestOptions) {
  const { storage } = options;
  const kinds = recordKinds(storage);
  return createErasure({
    ...options,
    sources: {
      lead: createLeadPerson({ forms, heldDealerships: heldDealershipIds }),
      request: requestPerson,
      call: callPerson,
      contact: contactPerson,
      'code-link': codeLinkPerson,
      dealership: dealershipPerson,
      staff: staffPerson,
    },
    erasables: {
      lead: kinds.lead,
      request: kinds.request,
      call: kinds.call,
      contact: erasableContacts(storage),
      'code-link': erasableCodeLinks(storage),
    },
    afterErased: () => storage.truncateLog(),
  });
}
