/** Puts together the kinds of records of all features, the sweep that takes them, and the holds that keep them. */
import { brand } from '#brand/brand.ts';
import { legal } from '#brand/legal.ts';
import { eraseLinksOf } from '../access/service.ts';
import { type AuditLog, auditKind } from '../audit/service.ts';
import {
  accountRecordKind,
  holdDealership,
  holdsOfDealerships,
  holdsOfLead,
  releaseDealership,
} from '../dealerships/service.ts';
import type { Environment } from '../environment.ts';
import { testKind } from '../first-hour/service.ts';
import { holdLead, inquiryRecordKind, releaseLead } from '../leads/service.ts';
import { staffRecordKind } from '../people/service.ts';
import { deletePresenceOf } from '../presence/service.ts';
import type { ChainKind, RecordKind } from '../record-kind.ts';
import { requestRecordKinds } from '../requests/service.ts';
import { createHolds, createSweeps, endedHoldKind } from '../retention/service.ts';
import { deleteHoursOf } from '../schedule/service.ts';
import { deleteAccountsOf } from '../sign-in/service.ts';
import type { Base } from './base.ts';
import { messagesUnheld } from './record-kinds.ts';

/** Every kind that the sweep takes, the soonest to end first, and parents before kinds that would keep their messages. */
function recordKindsOf(environment: Environment) {
  const kinds: readonly RecordKind[] = [
    ...requestRecordKinds,
    inquiryRecordKind,
    accountRecordKind(eraseLinksOf),
    messagesUnheld,
    staffRecordKind([deleteHoursOf, deletePresenceOf, deleteAccountsOf]),
    testKind,
    endedHoldKind,
  ];
  const chains: readonly ChainKind[] = [auditKind(environment)];
  return { kinds, chains };
}

export function createRetention(
  { environment, warn }: Pick<Base, 'environment' | 'warn'>,
  { audit }: { readonly audit: AuditLog },
) {
  const { kinds, chains } = recordKindsOf(environment);
  return {
    recordKinds: kinds,
    sweeps: createSweeps({
      ...environment,
      audit,
      kinds: [...kinds, ...chains],
      times: legal.retention,
      timeZone: brand.timeZone,
      afterSweep: () =>
        environment.storage
          .writeAnew()
          .catch(warn('the database could not be written anew; the next night tries again')),
      onError: warn('the records that are out of time could not be swept'),
    }),
    holds: createHolds({
      ...environment,
      audit,
      subjects: {
        lead: { hold: holdLead, release: releaseLead, heldBy: holdsOfLead },
        dealership: {
          hold: holdDealership,
          release: releaseDealership,
          heldBy: (db, id) => holdsOfDealerships(db, [id]),
        },
      },
    }),
  };
}

export type Retention = Readonly<ReturnType<typeof createRetention>>;
