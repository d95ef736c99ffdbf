/** Every kind of message that the server sends. Each feature's kinds are one line here. */
import { brand } from '#brand/brand.ts';
import { agentPagePath } from '#contract/agent.ts';
import { codeLinkPagePath } from '#contract/code-link.ts';
import { testLinkPath } from '#contract/desk/first-hour.ts';
import { type LinkKind, linkPages } from '#contract/desk/session.ts';
import type { LeadForm } from '#contract/forms.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Environment } from '#server/environment.ts';
import { fieldsOf } from '#server/rows.ts';
import { codeLinkMessages } from './access/service.ts';
import { alertMessages } from './alerts/messages.ts';
import { auditMessages } from './audit/messages.ts';
import type { Config } from './config.ts';
import { dealershipOf } from './dealerships/service.ts';
import { takesRequests } from './desk/policy.ts';
import { firstHourMessages } from './first-hour/messages.ts';
import { leadMessages } from './leads/messages.ts';
import { createKinds, type RegisteredKinds } from './outbox/message-kind.ts';
import { allPeople } from './people/service.ts';
import { requestMessages } from './requests/messages.ts';
import { eventsOf, findRequest } from './requests/service.ts';
import { signInMessages } from './sign-in/messages.ts';
import { type WebhookSending, webhookMessages } from './webhooks/service.ts';

/** Makes the full addresses of links in messages, with their secrets. */
export interface MessageLinks {
  /** A link to a request, for an agent. */
  readonly linkOf: (linkId: string) => string;
  /** A link of the sign-in, for a staff member. */
  readonly staffLinkOf: (kind: LinkKind, linkId: string) => string;
  readonly codeLinkOf: (linkId: string) => string;
  /** A link that tests only whether links arrive. */
  readonly testLinkOf: (testId: string) => string;
}

/** Replaces the secret of a link wherever somebody other than the recipient reads the message. */
const hidden = '(hidden)';

/** The same addresses without their secrets, for lists and previews: anybody who has a link can act as its recipient. */
export const hiddenLinks = ({ publicUrl }: Pick<Config, 'publicUrl'>): MessageLinks => ({
  linkOf: () => `${publicUrl}${agentPagePath}#${hidden}`,
  staffLinkOf: (kind) => `${publicUrl}${linkPages[kind]}#${hidden}`,
  codeLinkOf: () => `${publicUrl}${codeLinkPagePath}#${hidden}`,
  testLinkOf: () => `${publicUrl}${testLinkPath}/${hidden}`,
});

interface MessageKindsOptions extends MessageLinks, Pick<Environment, 'storage' | 'now'> {
  readonly forms: Record<LeadKind, LeadForm>;
  /** Absent for a command beside the server, which sends nothing. */
  readonly config?: Pick<Config, 'smtp' | 'alerts'>;
  /** What sending webhooks needs. Absent for a command beside the server, which sends none. */
  readonly webhooks?: WebhookSending;
}

export function createMessageKinds(options: MessageKindsOptions): RegisteredKinds {
  const { storage, forms, now, config, linkOf, staffLinkOf, codeLinkOf, testLinkOf, webhooks } = options;

  /** What an alert says about its request. */
  async function requestOf(requestId: string) {
    const request = await findRequest(storage.db, requestId);
    if (!request) return undefined;
    const dealership = await dealershipOf(storage.db, request.dealership_id);
    const events = await eventsOf(storage.db, requestId);
    return {
      ...fieldsOf(request, 'reference', 'dealership_name', 'dealer_phone', 'request_type', 'created_at'),
      isCodeEnded: events.some(({ kind }) => kind === 'code-ended'),
      timeZone: dealership?.zone ?? brand.timeZone,
    };
  }

  return createKinds([
    ...signInMessages({ storage, staffLinkOf, now }),
    ...leadMessages({ storage, forms, smtp: config?.smtp }),
    ...codeLinkMessages({ storage, codeLinkOf, now }),
    ...requestMessages({ storage, now, linkOf, takesRequests }),
    ...alertMessages({ storage, requestOf, now, config, staff: allPeople }),
    ...auditMessages({ storage }),
    ...firstHourMessages({ storage, testLinkOf, now }),
    ...webhookMessages({ storage, now, write: webhooks }),
  ]);
}
