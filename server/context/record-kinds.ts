/** How the records that a person's request erases are erased: by the kinds that the nightly sweep takes. */
import type { Storage } from '../database/open.ts';
import type { Erasables } from '../erasure/service.ts';
import { erasableLeads } from '../leads/service.ts';
import { erasableCalls, erasableRequests } from '../requests/service.ts';

export const recordKinds = (storage: Pick<Storage, 'dialect'>): Pick<Erasables, 'lead' | 'request' | 'call'> => ({
  lead: erasableLeads(storage),
  request: erasableRequests(storage),
  call: erasableCalls(storage),
});
