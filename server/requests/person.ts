/** Finds and reads the requests and calls that name a person who asks what is kept about them. */
import { dispositions, requestTypes } from '#contract/agent-request.ts';
import type { Reader } from '#server/database/open.ts';
import { heldDealershipIds } from '#server/dealerships/service.ts';
import { messagesOfSubjects } from '#server/outbox/service.ts';
import { type Labelled, labelled, namedIn, type PersonItem, type PersonSource } from '#server/person-search.ts';
import { distinct } from '#server/rows.ts';
import { idsMatching } from '#server/search/service.ts';
import { type AgentRequest, eventsOf, findRequests } from './store.ts';
import { findCalls, type LoggedCall } from './store-calls.ts';
import { findDeal, handOffsOf } from './store-deals.ts';
import { callsNaming, requestsNaming } from './store-person.ts';

async function requestValues(db: Reader, request: AgentRequest): Promise<Labelled[]> {
  const deal = await findDeal(db, request.id);
  const handOffs = await handOffsOf(db, request.id);
  const messages = await messagesOfSubjects(db, [request.id]);
  return [
    ...labelled({
      'Who asked': request.callback_name,
      Dealership: request.dealership_name,
      Telephone: request.dealer_phone,
      What: requestTypes[request.request_type],
      'What they said': request.additional_info,
      AnyDesk: request.anydesk,
      Disposition: request.disposition && dispositions[request.disposition],
      Note: request.closing_note,
      'Deal number': deal?.dms_deal_number,
      'Stock number': deal?.stock_number,
      Lender: deal?.lender,
      'Why it is not billed': deal?.not_billed_reason,
    }),
    ...handOffs.flatMap(({ at, lender, open_stipulations, promised }) =>
      labelled({
        [`Handed off, ${at}: lender`]: lender,
        [`Handed off, ${at}: open stipulations`]: open_stipulations,
        [`Handed off, ${at}: promised`]: promised,
      }),
    ),
    ...(await eventsOf(db, request.id)).map(({ at, kind, detail }) => ({
      label: at,
      value: [kind, detail ?? []].flat().join(': '),
    })),
    ...messages.map(({ created_at, channel, recipient, state }) => ({
      label: `${channel === 'sms' ? 'Text' : 'Mail'}, ${created_at}`,
      value: `to ${recipient || 'the operator'}: ${state}`,
    })),
  ];
}

const baseOf = <Kind extends 'request' | 'call'>(
  kind: Kind,
  { id, reference, created_at: at, dealership_name: title }: AgentRequest | LoggedCall,
) => ({ kind, id, reference, title, at, class: 'transaction', about: { kind, id } }) as const;

export const requestPerson: PersonSource = {
  find: (db, { typed }, limit) => idsMatching(db, 'request', typed, limit),
  async read(db, ids) {
    const requests = await findRequests(db, ids);
    const held = await heldDealershipIds(db, distinct(requests, 'dealership_id'));
    const items: PersonItem[] = [];
    for (const request of requests) {
      const base = baseOf('request', request);
      if (request.erased_at !== null) items.push({ ...base, values: [], kept: 'erased' });
      else {
        const isHeld = held.has(request.dealership_id);
        const kept = request.ended_at === null ? 'running' : isHeld ? 'held' : null;
        items.push({ ...base, values: await requestValues(db, request), kept });
      }
    }
    return items;
  },
};

const callValues = (call: LoggedCall): Labelled[] =>
  labelled({
    Dealership: call.dealership_name,
    What: requestTypes[call.request_type],
    Note: call.note,
    Disposition: dispositions[call.disposition],
    'Logged by': call.logged_by,
  });

export const callPerson: PersonSource = {
  find: (db, { typed }, limit) => idsMatching(db, 'call', typed, limit),
  async read(db, ids) {
    const calls = await findCalls(db, ids);
    const held = await heldDealershipIds(db, distinct(calls, 'dealership_id'));
    return calls.map((call): PersonItem => {
      const base = baseOf('call', call);
      if (call.erased_at !== null) return { ...base, values: [], kept: 'erased' };
      return { ...base, values: callValues(call), kept: held.has(call.dealership_id) ? 'held' : null };
    });
  },
};

/** The references of requests and calls that name a person of the staff, with a label. */
export const staffInRequests = async (
  db: Reader,
  person: { readonly id: string; readonly name: string },
): Promise<Labelled[]> => [
  ...namedIn('Named in requests', await requestsNaming(db, person)),
  ...namedIn('Named in calls', await callsNaming(db, person)),
];
