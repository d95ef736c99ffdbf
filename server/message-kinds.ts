/** Every kind of message that the server sends. A feature's kinds are one line here. */
import { brand } from '#brand/brand.ts';
import type { LinkKind } from '#contract/desk/session.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import { codeLinkMessages } from './access/service.ts';
import { alertMessages } from './alerts/messages.ts';
import { auditMessages } from './audit/messages.ts';
import type { Storage } from './database/open.ts';
import { dealershipOf } from './dealerships/service.ts';
import { leadMessages } from './leads/messages.ts';
import { createKinds, type RegisteredKinds } from './outbox/message-kind.ts';
import { requestMessages } from './requests/messages.ts';
import { findRequest } from './requests/service.ts';
import { signInMessages } from './sign-in/messages.ts';

export interface MessageKindsOptions {
  readonly storage: Storage;
  readonly forms: Record<LeadKind, LeadForm>;
  readonly now: () => Date;
  /** The whole address of an agent's link. */
  readonly linkOf: (linkId: string) => string;
  /** The whole address of a link of the sign-in. */
  readonly staffLinkOf: (kind: LinkKind, linkId: string) => string;
  /** The whole address of a link to an access code. */
  readonly codeLinkOf: (linkId: string) => string;
}

export function createMessageKinds(options: MessageKindsOptions): RegisteredKinds {
  const { storage, forms, now, linkOf, staffLinkOf, codeLinkOf } = options;

  /** What an alert says of the request that it is about. */
  async function requestOf(requestId: string) {
    const request = await findRequest(storage.db, requestId);
    const dealership = request && (await dealershipOf(storage.db, request.dealership_id));
    return (
      request && {
        reference: request.reference,
        dealershipName: request.dealership_name,
        dealerPhone: request.dealer_phone,
        requestType: request.request_type,
        createdAt: request.created_at,
        timeZone: dealership?.zone ?? brand.timeZone,
      }
    );
  }

  return createKinds([
    ...signInMessages({ storage, staffLinkOf }),
    ...leadMessages({ storage, forms }),
    ...codeLinkMessages({ storage, codeLinkOf }),
    ...requestMessages({ storage, now, linkOf }),
    ...alertMessages({ storage, requestOf }),
    ...auditMessages({ storage }),
  ]);
}
