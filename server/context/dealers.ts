/** The parts that dealerships use: leads, records of dealerships, the portal and its access codes. */
import { consent } from '#brand/consent.ts';
import { lists } from '#brand/lists.ts';
import { createCodes } from '../access/codes.ts';
import { createCodeLinks, createPortal, endAccess } from '../access/service.ts';
import { createDealerships, freesLead } from '../dealerships/service.ts';
import { leadPolicy } from '../desk/policy.ts';
import { createLeadDesk, createLeadIndexing, createLeads, createLeadWorks } from '../leads/service.ts';
import { requestsOfCodes } from '../requests/service.ts';
import type { Base } from './base.ts';
import { alertOfTries, type Sending } from './sending.ts';

export function createDealers(base: Base, { audit, delivery }: Sending) {
  const { config, warn, forms, environment } = base;
  const leadIndexing = createLeadIndexing({
    ...environment,
    forms,
    onError: warn('what leads are found by could not be written'),
  });
  return {
    portal: createPortal({
      ...environment,
      requests: requestsOfCodes,
      onError: warn('what is out of time in the portal could not be forgotten'),
      onUnusualTries: alertOfTries(base, 'wrong-codes', 'unusually many wrong access codes'),
    }),
    codes: createCodes({ ...environment, audit }),
    codeLinks: createCodeLinks({ ...environment, audit, delivery }),
    dealerships: createDealerships({ ...environment, audit, endAccess }),
    leads: createLeads({
      ...environment,
      delivery,
      indexing: leadIndexing,
      forms,
      consentWordings: [lists.smsConsent, ...consent.earlier],
      confirmationsPerRecipient: config.limits.confirmationsPerRecipient,
    }),
    leadDesk: createLeadDesk({ ...environment, index: leadIndexing, forms, policy: leadPolicy, freesLead }),
    leadWork: createLeadWorks({ ...environment, audit, policy: leadPolicy, freesLead }),
    leadIndexing,
  };
}

export type Dealers = Readonly<ReturnType<typeof createDealers>>;
