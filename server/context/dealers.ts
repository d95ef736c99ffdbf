/** The parts that dealerships use: leads, records of dealerships, the portal and its access codes. */
import { consent } from '#brand/consent.ts';
import { lists } from '#brand/lists.ts';
import { createCodes } from '../access/codes.ts';
import { createCodeLinks, createPortal, endAccess } from '../access/service.ts';
import { createDealerships } from '../dealerships/service.ts';
import { leadPolicy } from '../desk/policy.ts';
import { createLeadDesk, createLeadIndexing, createLeads, createLeadWorks } from '../leads/service.ts';
import { requestsOfCodes } from '../requests/service.ts';
import type { Base } from './base.ts';
import { alertOfTries, type Sending } from './sending.ts';

export function createDealers(base: Base, { audit, delivery }: Sending) {
  const { config, warn, storage, forms, keyed, now, clockMs } = base;
  const leadIndexing = createLeadIndexing({
    storage,
    forms,
    now,
    clockMs,
    onError: warn('what leads are found by could not be written'),
  });
  return {
    portal: createPortal({
      requests: requestsOfCodes,
      storage,
      keyed,
      now,
      clockMs,
      onError: warn('what is out of time in the portal could not be forgotten'),
      onUnusualTries: alertOfTries(base, 'wrong-codes', 'unusually many wrong access codes'),
    }),
    codes: createCodes({ storage, keyed, audit, now }),
    codeLinks: createCodeLinks({ storage, keyed, audit, delivery, now, clockMs }),
    dealerships: createDealerships({ storage, audit, now, endAccess }),
    leads: createLeads({
      storage,
      delivery,
      indexing: leadIndexing,
      forms,
      consentWordings: [lists.smsConsent, ...consent.earlier],
      now,
      confirmationsPerRecipient: config.limits.confirmationsPerRecipient,
    }),
    leadDesk: createLeadDesk({ storage, index: leadIndexing, forms, policy: leadPolicy, now }),
    leadWork: createLeadWorks({ storage, audit, policy: leadPolicy, now }),
    leadIndexing,
  };
}

export type Dealers = Readonly<ReturnType<typeof createDealers>>;
