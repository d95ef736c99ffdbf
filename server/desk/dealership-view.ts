/** Dealerships and codes as the desk shows them: an explicit list of fields for each. */
import type {
  CodeView,
  DealershipEvent,
  DealershipRecord,
  DealershipRow,
  Hours,
  LinkView,
} from '#contract/desk/dealership-endpoints.ts';
import type { DealershipGap, OwnCodeState } from '#contract/desk/dealerships.ts';
import { codeSummariesOf, codesAndLinkOf, type ListedCode } from '#server/access/service.ts';
import type { Context } from '#server/context.ts';
import {
  type DealershipRecordParts,
  hasAgreement,
  recordOf,
  type WholeDealership,
} from '#server/dealerships/service.ts';
import { namesOfPeople } from '#server/people/service.ts';
import { fieldsOf, idsOf } from '#server/rows.ts';
import type { StaffCaller } from '#server/sign-in/service.ts';
import { may } from './policy.ts';
import { createShow } from './shown.ts';

type Code = Pick<ListedCode, 'number' | 'created_at' | 'expires_at' | 'revoked_at' | 'last_used_at' | 'replaced_at'>;

function stateOfCode({ revoked_at, expires_at, replaced_at }: Code, now: string): CodeView['state'] {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && expires_at <= now) return 'ended';
  return replaced_at === null ? 'holds' : 'grace';
}

export const presentCode = (code: Code, now: string): CodeView => ({
  ...fieldsOf(code, 'number', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'),
  state: stateOfCode(code, now),
});

type Names = (id: string | null) => string | null;
type Link = NonNullable<Awaited<ReturnType<typeof codesAndLinkOf>>['link']>;

function presentLink(link: Link, nameOf: Names, now: string): LinkView {
  const open = link.expires_at > now ? 'open' : 'expired';
  return {
    ...fieldsOf(link, 'id', 'contact_name', 'mail', 'phone', 'created_at', 'expires_at', 'used_at'),
    by: nameOf(link.by_id),
    state: link.used_at !== null ? 'used' : link.ended_at !== null ? 'ended' : open,
    messages: link.messages.map(({ channel, state }) => ({ channel, state })),
  };
}

/** The history together with the dealership's requests, the newest first. */
function historyOf(
  { events, contacts }: DealershipRecordParts,
  requests: DealershipRecord['requests'],
  nameOf: Names,
): DealershipEvent[] {
  const happened = events.map(({ id, at, kind, by_id, detail: json }) => {
    const detail = JSON.parse(json) as string[];
    // A contact who has ended is not named any more.
    const to = contacts.filter((contact) => detail.includes(contact.id)).map(({ name }) => name);
    return { id, at, kind, by: nameOf(by_id), detail: kind === 'link-sent' ? to : detail };
  });
  const asked = requests.map(({ id, createdAt, by, reference }) => ({
    id,
    at: createdAt,
    kind: 'request' as const,
    by,
    detail: [reference],
  }));
  return [...happened, ...asked].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

function gapsOf({ dealership, contacts }: DealershipRecordParts, code: OwnCodeState, at: Date): DealershipGap[] {
  const reachable = contacts.some(({ mail, consent }) => mail !== null || consent?.holds === true);
  const missing: Record<DealershipGap, boolean> = {
    agreement: !hasAgreement(dealership, at),
    zone: dealership.zone === null,
    phone: dealership.phone === null,
    contact: !reachable,
    code: code === 'none',
  };
  return (Object.keys(missing) as DealershipGap[]).filter((gap) => missing[gap]);
}

/** Makes the views of dealerships: a page of the list, and one record. */
export function dealershipViews({ storage, boards, delivery, now }: Context) {
  const { db } = storage;

  /** Rows of the list, each with its code, the code's last use, and the last request. */
  async function rows(found: readonly WholeDealership[]): Promise<DealershipRow[]> {
    const ids = idsOf(found);
    const [summaries, asked] = [await codeSummariesOf(db, ids, now()), await boards.lastAskedOf(ids)];
    return found.map((one) => {
      const { code = 'none', lastUsedAt = null, changesAt = null } = summaries.get(one.id) ?? {};
      return {
        ...fieldsOf(one, 'id', 'name', 'phone', 'zone', 'agreement_date', 'closed_at', 'created_at'),
        sample: one.sample_at !== null,
        code,
        lastUsedAt,
        changesAt,
        lastRequestAt: asked.get(one.id) ?? null,
      };
    });
  }

  /** The record of one dealership; undefined when there is none of this id. */
  async function record(id: string, { role }: StaffCaller): Promise<DealershipRecord | undefined> {
    const parts = await recordOf(db, id);
    if (!parts) return undefined;
    const { dealership, contacts, events, sheet, lead, sameNamed } = parts;
    const at = now();
    const { codes, link } = await codesAndLinkOf(db, id);
    const requests = await boards.ofDealership(id);
    const [row] = await rows([dealership]);
    if (!row) throw new Error('A dealership has one row');
    const nameOf = await namesOfPeople(db, [...events.map(({ by_id }) => by_id), link?.by_id ?? null]);
    const manages = may(role, 'manageDealerships');
    const isOpen = dealership.closed_at === null;
    return {
      ...row,
      ...fieldsOf(dealership, 'version', 'address', 'website'),
      hours: dealership.hours === null ? null : (JSON.parse(dealership.hours) as Hours),
      contacts: contacts.map((one) => fieldsOf(one, 'id', 'name', 'role', 'phone', 'mail', 'consent')),
      gaps: isOpen ? gapsOf(parts, row.code, at) : [],
      lead,
      sameNamed,
      codes: codes.map((code) => presentCode(code, at.toISOString())),
      link: link ? presentLink(link, nameOf, at.toISOString()) : null,
      sheet,
      requests,
      history: historyOf(parts, requests, nameOf),
      sends: { mail: delivery.can.mail, text: delivery.can.sms },
      can: {
        edit: manages && isOpen,
        close: manages && isOpen,
        reopen: manages && !isOpen,
        remove: manages && dealership.sample_at !== null,
        issue: may(role, 'issueCodes') && isOpen,
      },
      serverNow: at.toISOString(),
    };
  }

  return { rows, record };
}

/** Returns a function that shows the record of a dealership (`createShow`). */
export const createShowDealership = (context: Context) =>
  createShow(context, 'dealership', dealershipViews(context).record);
