/** Reads dealerships, and sends the actions on one. */
import type { Callable, CallInput, Result } from '#client/lib/http.ts';
import { revokeCode, sendCodeLink, withdrawCodeLink } from '#contract/desk/code-endpoints.ts';
import {
  addDealership,
  type Contact,
  closeDealership,
  type DealershipPatch,
  type DealershipRecord,
  editDealership,
  listDealerships,
  removeSample,
  removeSamples,
  reopenDealership,
  viewDealership,
} from '#contract/desk/dealership-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { keepRead, useRead } from '../lib/read.ts';
import { useReadPages } from '../lib/read-pages.ts';
import { type Failure, failureText } from '../lib/request.ts';
import { createSender, sendDesk } from '../lib/send.ts';
import type { Sent as SentOf } from '../lib/sent.ts';
import { type DealershipFilters, queryOf } from './filters.ts';

export const useDealerships = (filters: DealershipFilters) =>
  useReadPages(listDealerships, { query: queryOf(filters) }, { topics: readTopics.listDealerships });

export const useDealership = (id: string) =>
  useRead(viewDealership, { params: { id } }, { topics: readTopics.viewDealership(id) });

/** The result of a press. When no response came in time, it is `refused` too, with a sentence that says so. */
export type Sent = Exclude<SentOf<DealershipRecord>, { readonly kind: 'unreachable' }>;

const sender = createSender<DealershipRecord>((record) =>
  keepRead(viewDealership, { params: { id: record.id } }, record),
);

async function send<E extends Callable>(endpoint: E, input: CallInput<E>): Promise<Sent> {
  const sent = await sender.send(endpoint, input);
  return sent.kind === 'unreachable' ? { kind: 'refused', text: failureText(sent) } : sent;
}

/** What can be sent about a dealership. */
export interface DealershipActions {
  readonly edit: (version: number, patch: DealershipPatch) => Promise<Sent>;
  readonly close: (version: number) => Promise<Sent>;
  readonly reopen: (version: number) => Promise<Sent>;
  /** `contact`: the contact as it was shown. `link`: the id of the open link that was shown; null for none. */
  readonly sendLink: (
    contact: Pick<Contact, 'id' | 'mail' | 'phone'>,
    graceHours: number,
    link: string | null,
  ) => Promise<Sent>;
  /** `link`: the id of the link that was shown. */
  readonly withdrawLink: (link: string) => Promise<Sent>;
  /** Resolves to why it was not done; undefined when it was. */
  readonly revoke: (number: number) => Promise<string | undefined>;
  readonly remove: () => Promise<string | undefined>;
}

const whyNot = (result: Result<Callable>): string | undefined =>
  result.kind === 'ok' ? undefined : failureText(result as Failure);

export const actionsOn = (id: string): DealershipActions => {
  const params = { id };
  return {
    edit: (version, patch) => send(editDealership, { params, body: { version, patch } }),
    close: (version) => send(closeDealership, { params, body: { version } }),
    reopen: (version) => send(reopenDealership, { params, body: { version } }),
    sendLink: ({ id: contactId, mail, phone }, graceHours, link) =>
      send(sendCodeLink, { params, body: { contactId, seen: { mail, phone, link }, graceHours } }),
    withdrawLink: (link) => send(withdrawCodeLink, { params, body: { link } }),
    revoke: async (number) =>
      whyNot((await sendDesk(revokeCode, { params: { number: String(number) }, body: {} })) as Result<Callable>),
    remove: async () => whyNot((await sendDesk(removeSample, { params, body: {} })) as Result<Callable>),
  };
};

/** Makes a dealership by hand. The form keeps the id, so a second press finds what the first one made. */
export const addByHand = (id: string, fields: { name: string; phone: string; address: string; zone: string }) =>
  send(addDealership, { body: { id, ...fields } });

export const removeEverySample = async (): Promise<string | undefined> =>
  whyNot((await sendDesk(removeSamples, { body: {} })) as Result<Callable>);
