import { noteWrite } from '#client/lib/double-press.ts';
import { type Callable, type CallInput, call, type Result } from '#client/lib/http.ts';
import { personHeader } from '#contract/desk/session.ts';
import { stayActive } from '#contract/desk/session-view-endpoints.ts';
import { currentPersonId, currentSessionState, refreshSessionState, setSessionState } from './session.ts';

interface Asked {
  /** By this browser's clock. */
  readonly atMs: number;
  readonly personId: string | undefined;
}

/** For each answer, when the call was made and for which person. */
const asked = new WeakMap<object, Asked>();

/** The failures of reads. They change nothing, so nobody has to look whether they were done. */
const ofReads = new WeakSet<Failure>();

const askedOf = (value: unknown): Asked | undefined =>
  typeof value === 'object' && value !== null ? asked.get(value) : undefined;

/** When the call of an answer was made, by this browser's clock; undefined for a value that is no answer. */
export const askedAtMs = (value: unknown): number | undefined => askedOf(value)?.atMs;

/** Whether an answer is for another person than the one who is signed in now. */
export function isForSomebodyElse(value: unknown): boolean {
  const known = askedOf(value);
  return known !== undefined && known.personId !== currentPersonId();
}

/** `fetch` with a header that names the person whose console is shown. Another tab may have signed in somebody else since. */
export const fetchAsShown: typeof fetch = (url, init) => {
  const session = currentSessionState();
  if (!('person' in session)) return fetch(url, init);
  const headers = new Headers(init?.headers);
  headers.set(personHeader, session.person.id);
  return fetch(url, { ...init, headers });
};

/** Calls an endpoint of the desk. When the session has ended or is locked, the whole console learns of it. */
export async function callDesk<E extends Callable>(endpoint: E, input: CallInput<E>): Promise<Result<E>> {
  const by = { atMs: Date.now(), personId: currentPersonId() };
  const shown = currentSessionState();
  // Telling the server that the person is active is not a write of the person.
  if (endpoint.method !== 'GET' && endpoint.path !== stayActive.path) noteWrite();
  const result = await call(fetchAsShown, endpoint, input);
  if (result.kind === 'ok' && typeof result.value === 'object' && result.value !== null) asked.set(result.value, by);
  if (endpoint.method === 'GET' && (result.kind === 'refused' || result.kind === 'unreachable')) ofReads.add(result);
  if (result.kind === 'refused' && (result.status === 401 || result.status === 423)) {
    // The session is over or locked, so its records go from the screen at once, also when the next question gets no answer.
    const isOver = result.name === 'signedOut' || result.name === 'locked';
    if (isOver && currentSessionState() === shown) setSessionState({ state: 'unknown' });
    void refreshSessionState();
  }
  return result;
}

/** The result of a call that failed. */
export type Failure = Exclude<Result<Callable>, { readonly kind: 'ok' | 'late' }>;

const mayBeDone = 'It may have been done. Check before you press again.';

/**
 * A failed call in words: what the server said, or that it did not answer. The server's own words for a failure of its are about
 * the public forms, which can be sent again without harm. At the desk not every press can.
 */
export function failureText(failure: Failure): string {
  const { kind } = failure;
  const isRead = ofReads.has(failure);
  if (kind === 'unreachable') return isRead ? 'The server did not answer.' : `The server did not answer. ${mayBeDone}`;
  const { name, status, text } = failure as Omit<typeof failure, 'name'> & { readonly name: string | undefined };
  if (name === 'internal') return `Something went wrong on our side.${isRead ? '' : ` ${mayBeDone}`}`;
  if (name === 'storeBusy' && isRead) return 'The server is busy at this moment.';
  return text || `The server refused (${status}).`;
}
