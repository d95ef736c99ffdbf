import { noteWrite } from '#client/lib/double-press.ts';
import { type Callable, type CallInput, call, type Result } from '#client/lib/http.ts';
import { personHeader } from '#contract/desk/session.ts';
import { stayActive } from '#contract/desk/session-view-endpoints.ts';
import { currentPersonId, currentStanding, refreshStanding } from './session.ts';

interface Asked {
  /** By this browser's clock. */
  readonly atMs: number;
  readonly personId: string | undefined;
}

/** When each answer was asked for, and for whom. */
const asked = new WeakMap<object, Asked>();

const askedOf = (value: unknown): Asked | undefined =>
  typeof value === 'object' && value !== null ? asked.get(value) : undefined;

/** When an answer was asked for, by this browser's clock; undefined for a value that is no answer. */
export const askedAtMs = (value: unknown): number | undefined => askedOf(value)?.atMs;

/** Whether an answer is for somebody else than whoever is here now: they signed out while it was on its way. */
export function isForSomebodyElse(value: unknown): boolean {
  const known = askedOf(value);
  return known !== undefined && known.personId !== currentPersonId();
}

/** Says with each call whose console is shown: another tab may have signed in somebody else. */
export const fetchAsShown: typeof fetch = (url, init) => {
  const standing = currentStanding();
  if (!('person' in standing)) return fetch(url, init);
  const headers = new Headers(init?.headers);
  headers.set(personHeader, standing.person.id);
  return fetch(url, { ...init, headers });
};

/** Calls an endpoint of the desk. When the session has ended or is locked, the whole console learns of it. */
export async function callDesk<E extends Callable>(endpoint: E, input: CallInput<E>): Promise<Result<E>> {
  const by = { atMs: Date.now(), personId: currentPersonId() };
  // That somebody is there is told with any press, and is no write of it.
  if (endpoint.method !== 'GET' && endpoint.path !== stayActive.path) noteWrite();
  const result = await call(fetchAsShown, endpoint, input);
  if (result.kind === 'ok' && typeof result.value === 'object' && result.value !== null) asked.set(result.value, by);
  if (result.kind === 'refused' && (result.status === 401 || result.status === 423)) void refreshStanding();
  return result;
}

/** What a call came to when it did not do what was asked. */
export type Failure = Exclude<Result<Callable>, { readonly kind: 'ok' | 'late' }>;

/** A failed call in words: what the server said, or that it did not answer. */
export const failureText = (failure: Failure): string =>
  failure.kind === 'refused'
    ? failure.text || `The server refused (${failure.status}).`
    : 'The server did not answer. Nothing was changed that you can see; try again.';
