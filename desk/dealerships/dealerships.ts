/** Reads dealerships, and sends the actions on one. */
import type { Callable, CallInput } from '#client/lib/http.ts';
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

/** Why something was not done; undefined when it was. */
const whyNot = (result: { readonly kind: 'ok' } | Failure): string | undefined =>
  result.kind === 'ok' ? undefined : failureText(result);

/** The links of a record, by which the server tells whether another one was sent since. `link` is the open one. */
export const linksIn = ({ link }: DealershipRecord) => ({
  link: link?.state === 'open' ? link.id : null,
  newest: link?.id ?? null,
});
type SeenLinks = ReturnType<typeof linksIn>;

/** What can be sent about a dealership. */
export const actionsOn = (id: string) => {
  const params = { id };
  return {
    edit: (version: number, patch: DealershipPatch) => send(editDealership, { params, body: { version, patch } }),
    close: (version: number) => send(closeDealership, { params, body: { version } }),
    reopen: (version: number) => send(reopenDealership, { params, body: { version } }),
    /** `contact`: the contact as it was shown. `links`: of the record that was shown. */
    sendLink: (contact: Pick<Contact, 'id' | 'mail' | 'phone'>, graceHours: number, links: SeenLinks) => {
      const { id: contactId, mail, phone } = contact;
      return send(sendCodeLink, { params, body: { contactId, seen: { mail, phone, ...links }, graceHours } });
    },
    /** `link`: the id of the link that was shown. */
    withdrawLink: (link: string) => send(withdrawCodeLink, { params, body: { link } }),
    revoke: async (number: number) =>
      whyNot(await sendDesk(revokeCode, { params: { number: String(number) }, body: {} })),
    remove: async () => whyNot(await sendDesk(removeSample, { params, body: {} })),
  };
};

export type DealershipActions = ReturnType<typeof actionsOn>;

/** Makes a dealership by hand. The form keeps the id, so a second press finds what the first one made. */
export const addByHand = (id: string, fields: { name: string; phone: string; address: string; zone: string }) =>
  send(addDealership, { body: { id, ...fields } });

export const removeEverySample = async (): Promise<string | undefined> =>
  whyNot(await sendDesk(removeSamples, { body: {} }));
