/** Puts together what each feature finds and erases for a person's request, for the server and for the commands beside it. */
import { codeLinkPerson, erasableCodeLinks } from '../access/service.ts';
import {
  contactPerson,
  dealershipPerson,
  erasableContacts,
  erasableSheetValues,
  heldDealershipIds,
  sheetPerson,
  staffInSheets,
} from '../dealerships/service.ts';
import { createErasure, type ErasureOptions } from '../erasure/service.ts';
import { erasableTests, testPerson } from '../first-hour/service.ts';
import { createLeadPerson, type LeadPersonOptions, staffInLeads } from '../leads/service.ts';
import { messagePerson } from '../outbox/service.ts';
import type { MessageKind } from '../outbox/tables.ts';
import { createStaffPerson } from '../people/service.ts';
import { callPerson, requestPerson, staffInRequests } from '../requests/service.ts';
import { holdPerson } from '../retention/service.ts';
import { hoursKeptOf } from '../schedule/service.ts';
import { settingPerson } from '../settings/service.ts';
import { signInKeptOf } from '../sign-in/service.ts';
import { recordKinds } from './record-kinds.ts';

export interface PersonRequestOptions
  extends Omit<ErasureOptions, 'sources' | 'erasables' | 'afterErased'>,
    Pick<LeadPersonOptions, 'forms'> {
  /** Is told that the database could not be rewritten after an erasure. The next night tries again. */
  readonly onError: (error: unknown) => void;
}

/** A database of at most this size, in MB, is rewritten in less than a second, so it is done at once and not left to the night. */
const atOnceMb = 32;

/** Messages that are found and erased together with the lead, link or test that they are about. */
const shownWithSubject = [
  'lead-operator',
  'lead-amended',
  'lead-confirmation',
  'code-link',
  'test-text',
  'test-link',
] as const satisfies readonly MessageKind[];

export function createPersonRequests({ forms, onError, ...options }: PersonRequestOptions) {
  const { storage, now } = options;
  return createErasure({
    ...options,
    sources: {
      lead: createLeadPerson({ storage, forms, now, heldDealerships: heldDealershipIds }),
      request: requestPerson,
      call: callPerson,
      contact: contactPerson,
      'sheet-value': sheetPerson,
      'code-link': codeLinkPerson,
      test: testPerson,
      message: messagePerson(shownWithSubject),
      dealership: dealershipPerson,
      hold: holdPerson,
      setting: settingPerson,
      staff: createStaffPerson({
        kept: [hoursKeptOf, signInKeptOf],
        named: [staffInRequests, staffInLeads, staffInSheets],
      }),
    },
    erasables: {
      ...recordKinds,
      contact: erasableContacts,
      'sheet-value': erasableSheetValues,
      'code-link': erasableCodeLinks,
      test: erasableTests,
    },
    afterErased: () => storage.writeAnew(atOnceMb).catch(onError),
  });
}
