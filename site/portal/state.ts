/** What the portal shows. One store holds it (`portal-store.ts`). */
import type { RequestType } from '#contract/agent-request.ts';
import type { RequestView } from '#contract/agent-request-endpoints.ts';
import type { Session } from '#contract/portal-endpoints.ts';
import { isOver } from '#contract/request-state.ts';

/** Why the portal was locked when the person did not do it. `code ended`: the code that opened the session is no longer valid. */
export type LockReason = 'session ended' | 'code ended' | 'failed request';

/**
 * The access form:
 * - `closed`: its dialog is not open;
 * - `ready`: nothing was tried yet;
 * - `checking`: the server checks a code;
 * - `wrong`: the code was wrong. `symbols` counts its letters and digits, `attempt` the tries so far. `isChanged`: something else
 *   was typed since it was sent;
 * - `waiting`: there were too many wrong codes. The next try is sent automatically at `untilMs` on the steady clock;
 * - `unreachable`: no usable response came.
 * `reason` says why the portal was locked. It stays over a try.
 */
export type AccessFormState = { readonly reason?: LockReason | undefined } & (
  | { readonly status: 'closed' | 'ready' | 'checking' }
  | { readonly status: 'wrong'; readonly attempt: number; readonly symbols: number; readonly isChanged: boolean }
  | { readonly status: 'waiting'; readonly untilMs: number }
  | { readonly status: 'unreachable'; readonly attempt: number }
);

/**
 * How changes of a request reach the page: at once by its event stream, by polling, or not at all now. `asking`: no answer has told it
 * since the request was shown, or since the stream broke.
 */
export type Connection = 'live' | 'asking' | 'polling' | 'offline';

/**
 * The current request of this tab:
 * - `none`: there is none;
 * - `loading`: there is one, and the server has not told anything about it yet;
 * - `known`: `view` is its latest known version.
 */
export type CurrentRequest =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly connection: Connection }
  | { readonly status: 'known'; readonly view: RequestView; readonly connection: Connection };

/** Whether the page still follows the request on the card. It does not follow one that is over. */
export const isFollowed = (request: CurrentRequest): boolean =>
  request.status === 'loading' || (request.status === 'known' && !isOver(request.view));

/** The result of a request whose portal was left before the result came; `none` when nothing is to be told. */
export type LeftRequest = 'none' | 'sent' | 'failed';

/**
 * A request that its view token no longer shows: its access code has ended, it was opened again at the desk, or the database has lost
 * it. The request itself may go on.
 */
export interface OutOfSight {
  readonly id: string;
  /** The latest version that the tab had; undefined when it had none. */
  readonly view: RequestView | undefined;
  /** Whether the open session was asked for its requests since, and did not name this one. */
  readonly isNotFound?: boolean;
}

interface Always {
  readonly request: CurrentRequest;
  /** The other requests of this person, newest first: running ones, and ended ones that were not put away yet. */
  readonly beside: readonly RequestView[];
  readonly outOfSight: readonly OutOfSight[];
  readonly leftRequest: LeftRequest;
}

/** The portal without a session: only the current request can be seen, by its own view token. */
export interface LockedPortal extends Always {
  readonly status: 'locked';
  readonly form: AccessFormState;
}

/** The portal with a session. The session's token and expiry are kept only here (R20). */
export interface OpenPortal extends Always {
  readonly status: 'open';
  readonly session: Session;
}

export type PortalState = LockedPortal | OpenPortal;

/** The state of the portal's lock, without the requests. */
export type PortalAccess = Omit<LockedPortal, keyof Always> | Omit<OpenPortal, keyof Always>;

export const initialState: PortalState = {
  status: 'locked',
  form: { status: 'closed' },
  request: { status: 'none' },
  beside: [],
  outOfSight: [],
  leftRequest: 'none',
};

/** The AnyDesk address that is being typed for a request, and the one that its agent had when the typing began. */
export interface TypedAnydesk {
  readonly text: string;
  readonly given: string | null;
}

/** The draft of a request. It survives Cancel, and a lock that the person did not ask for. */
export interface TextDraft {
  readonly dealershipId: string;
  readonly requestType: RequestType;
  readonly callbackName: string;
  readonly additionalInfo: string;
  /** The AnyDesk address that was moved out of the note. */
  readonly anydesk: string;
}

export const emptyDraft: TextDraft = {
  dealershipId: '',
  requestType: 'active_deal',
  callbackName: '',
  additionalInfo: '',
  anydesk: '',
};
