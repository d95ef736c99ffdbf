/** Reads the state of dealerships' own access codes, as the desk shows it. */
import type { OwnCodeState } from '#contract/desk/dealerships.ts';
import type { Reader, Storage } from '#server/database/open.ts';
import { messagesAbout } from '#server/outbox/service.ts';
import { earliest } from '#server/times.ts';
import { codesOfDealership, codeUseOf } from './store.ts';
import { newestLink, openLinksOf } from './store-links.ts';

interface CodeSummary {
  readonly code: OwnCodeState;
  readonly lastUsedAt: string | null;
  /** When this changes by itself: when a code or the link ends. */
  readonly changesAt: string | null;
}

/** The state of the own code of each of these dealerships. */
export async function codeSummariesOf(
  db: Reader,
  ids: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, CodeSummary>> {
  const now = at.toISOString();
  const use = await codeUseOf(db, ids, now);
  const open = new Map((await openLinksOf(db, ids, now)).map((link) => [link.dealership_id, link.expires_at]));
  const summaryOf = (id: string): CodeSummary => {
    const { usedAt: lastUsedAt = null, endsAt } = use.get(id) ?? {};
    const changesAt = earliest(endsAt, open.get(id));
    if (use.has(id)) return { code: lastUsedAt === null ? 'unused' : 'used', lastUsedAt, changesAt };
    return { code: open.has(id) ? 'link-sent' : 'none', lastUsedAt, changesAt };
  };
  return new Map(ids.map((id) => [id, summaryOf(id)]));
}

/** How many codes of a dealership are shown; older ones are in the list of all codes. */
const mostCodes = 50;

/** The newest codes of a dealership, and its newest link with what became of the link's messages. */
export async function codesAndLinkOf(db: Storage['db'], dealershipId: string) {
  const codes = await codesOfDealership(db, dealershipId, mostCodes);
  const link = await newestLink(db, dealershipId);
  return { codes, link: link && { ...link, messages: await messagesAbout(db, link.id, ['code-link']) } };
}
