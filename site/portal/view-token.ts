import { fitting, listOf, object, optional, type TypeOf, text } from '#client/lib/shape.ts';
import { readJson, type TextStorage } from '#client/lib/storage.ts';
import { mostBeside } from '#contract/portal.ts';
import type { CurrentRequest, RunningRequest } from '#contract/portal-endpoints.ts';

const key = 'boxline.request';

/** The token that shows one request without a session. It is kept for this tab, also after a lock or a reload (R20). */
export type ViewToken = TypeOf<typeof viewToken>;
export const viewToken = object({ id: text, viewToken: text });

export const tokenIn = ({ request, viewToken }: RunningRequest): ViewToken => ({ id: request.id, viewToken });

/** All requests that the server named, that of the card first. */
export const allIn = (named: CurrentRequest): readonly RunningRequest[] =>
  named ? [named, ...(named.beside ?? [])] : [];

/** The card's request is the record itself, and the others are in `beside`: a page of an earlier version reads only the former. */
const record = object({ id: text, viewToken: text, beside: optional(listOf(viewToken)) });

/**
 * The view tokens of the running requests that this tab knows: first that of the request on the card, then the others. Where
 * the browser refuses its storage, they survive a lock but not a reload.
 */
export function createViewTokens(storage: TextStorage) {
  function all(): ViewToken[] {
    const kept = fitting(record, readJson(storage.read(key)));
    return kept ? [{ id: kept.id, viewToken: kept.viewToken }, ...(kept.beside ?? [])] : [];
  }
  function keep(tokens: readonly ViewToken[]): void {
    const [first, ...others] = tokens;
    const beside = others.slice(0, mostBeside);
    if (first) storage.write(key, JSON.stringify({ ...first, ...(beside.length > 0 && { beside }) }));
    else storage.remove(key);
  }
  const without = (id: string) => all().filter((kept) => kept.id !== id);
  return {
    all,
    keep,
    /** Keeps a token as the one of the card. */
    keepFirst: (token: ViewToken): void => keep([token, ...without(token.id)]),
    /** Keeps a token as one beside the card's, the first of these. */
    keepBeside(token: ViewToken): void {
      const [first, ...others] = without(token.id);
      keep(first ? [first, token, ...others] : [token]);
    },
    drop: (id: string): void => keep(without(id)),
  };
}
