/** The messages about agent requests, to people on shift and to the operator. */
import { brand } from '#brand/brand.ts';
import { requestTimings } from '#contract/agent-request.ts';
import { dealershipOf } from '#server/dealerships/service.ts';
import type { Environment } from '#server/environment.ts';
import { defineMessage, type MessageDefinition } from '#server/outbox/message-kind.ts';
import { fieldsOf } from '#server/rows.ts';
import { whyOver } from './dead-link.ts';
import { type RequestNote, requestMail, requestText, requestWords } from './messages/words.ts';
import type { TakesRequests } from './nobody-left.ts';
import { recordDelivery, recordReport } from './progress.ts';
import { findRequest, findRequests, lockRequest } from './store.ts';
import { findLinkById } from './store-links.ts';
import type { RequestMessageKind } from './tables.ts';

declare module '#server/outbox/tables.ts' {
  interface MessageKinds extends Record<RequestMessageKind, true> {}
}

interface RequestMessagesOptions extends Pick<Environment, 'storage' | 'now'> {
  /** The whole address of a link, secret included. */
  readonly linkOf: (linkId: string) => string;
  readonly takesRequests: TakesRequests;
}

/** The kinds of messages about requests. Their subject is the request, their detail the recipient's link. */
export function requestMessages({ storage, now, linkOf, takesRequests }: RequestMessagesOptions): MessageDefinition[] {
  const { db } = storage;

  async function noteOf(requestId: string, linkId: string | null): Promise<RequestNote> {
    const request = await findRequest(db, requestId);
    if (!request) throw new Error('The request of this message is not there');
    const dealership = await dealershipOf(db, request.dealership_id);
    const waitsFor = request.waits_for_id;
    const link = waitsFor === null ? undefined : await findLinkById(db, linkId ?? '');
    return {
      ...fieldsOf(request, 'reference', 'dealership_name', 'dealer_phone', 'same_named'),
      ...fieldsOf(request, 'request_type', 'created_at'),
      handedToYouBy: link && link.person_id === waitsFor ? request.handed_back_by : null,
      isTaken: request.accepted_at !== null,
      timeZone: dealership?.zone ?? brand.timeZone,
      link: linkOf(linkId ?? ''),
    };
  }

  const define = (kind: RequestMessageKind) =>
    defineMessage({
      kind,
      postponedForMs: requestTimings.takeBackForMs,
      whyOver: (message) => whyOver(db, takesRequests, message),
      mail: async (message) => {
        const note = await noteOf(message.subject_id, message.detail_id);
        return { ...requestMail(kind, note), autoSubmitted: true };
      },
      text: async (message) => requestText(kind, await noteOf(message.subject_id, message.detail_id)),
      about: async (ids) =>
        new Map(
          (await findRequests(db, ids)).map(({ id, reference }) => [id, { kind: 'request', id, label: reference }]),
        ),
      lockSubject: (trx, requestId) => lockRequest(trx, requestId),
      onReport: recordReport,
      onResult: (trx, message, result) => recordDelivery(trx, message, result, now().toISOString()),
    });

  return (Object.keys(requestWords) as RequestMessageKind[]).map(define);
}
