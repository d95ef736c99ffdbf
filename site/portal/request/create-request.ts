/** Sends one agent request from the form's answers, and finds out whether it arrived. */
import type { ServerClock } from '#client/lib/clock.ts';
import { exchange } from '#client/lib/exchange.ts';
import { fitting } from '#client/lib/shape.ts';
import { type RequestType, requestTypes, sendSmsPath, sendSmsRefusals } from '#contract/agent-request.ts';
import type { RequestView, SendSmsBody } from '#contract/agent-request-endpoints.ts';
import { cleanAdditionalInfo, cleanCallbackName } from '#contract/free-text.ts';
import { dealerPhoneOf } from '#contract/portal.ts';
import type { Dealership, RunningRequest } from '#contract/portal-endpoints.ts';
import { isOver } from '#contract/request-state.ts';
import type { Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import { allIn, tokenIn, type ViewToken, viewToken } from '../view-token.ts';
import { createUnheard } from './unheard.ts';

/** The answers of the form (S3.6). */
export interface AgentRequestInput {
  /** Its id is null when several dealerships look like it. Then the finance manager asks which one it is. */
  readonly dealership: Omit<Dealership, 'id'> & { readonly id: string | null };
  readonly requestType: RequestType;
  readonly additionalInfo: string;
  /** The name of the person who asks; empty when it was not given. */
  readonly callbackName: string;
  /** Empty when it was not given. */
  readonly anydesk: string;
}

/** The outcome that the person is told. `locked`: the session is no longer valid. `view` shows the request, when the server gave it. */
export type CreateOutcome =
  | { readonly kind: 'sent'; readonly view?: ViewToken | undefined }
  | { readonly kind: 'failed' | 'locked' };

/** The outcome of one try. `stale`: the id belongs to an earlier request that is over or belongs to another session. */
type TryOutcome = CreateOutcome | { readonly kind: 'stale' };

/** The response of send-sms. `reason` is its own text, or ours when it gave none. */
type SendSmsResult =
  | { readonly ok: true; readonly view?: ViewToken | undefined }
  | { readonly ok: false; readonly reason: string };

/** How a failed response of send-sms reads in the console (S8); the person sees `portalTexts.sendFailed` for all of them. */
const sendSmsFailures = {
  status: (status: number) => `Server error: ${status}`,
  unparsable: 'Invalid response from server',
  unsuccessful: 'Failed to send request. Please try again.',
} as const;

const failed = (reason: string): SendSmsResult => ({ ok: false, reason });

/**
 * Reads a response of our function, or of another in its place (S8.3). Pure.
 *
 * @param status the HTTP status
 * @param body the body as text
 */
export function readSendSmsResponse(status: number, body: string): SendSmsResult {
  if (status < 200 || status > 299) return failed(body === '' ? sendSmsFailures.status(status) : body);
  let response: unknown;
  try {
    response = JSON.parse(body);
  } catch {
    return failed(sendSmsFailures.unparsable);
  }
  const { success, error, view } = Object(response) as { success?: unknown; error?: unknown; view?: unknown };
  if (success === true) return { ok: true, view: fitting(viewToken, view) };
  return failed(typeof error === 'string' && error !== '' ? error : sendSmsFailures.unsuccessful);
}

const responseWithinMs = 20_000;

/** The content of a request, without the ids. */
type Content = Omit<SendSmsBody, 'request_id' | 'instead_of' | 'with_view'>;

const bodyOf = (input: AgentRequestInput): Content => ({
  dealershipName: input.dealership.name,
  dealerPhone: dealerPhoneOf(input.dealership),
  requestType: requestTypes[input.requestType],
  additionalInfo: cleanAdditionalInfo(input.additionalInfo),
  dealership_id: input.dealership.id,
  ...(input.callbackName.trim() !== '' && { callback_name: cleanCallbackName(input.callbackName) }),
  ...(input.anydesk !== '' && { anydesk: input.anydesk }),
});

/** Whether a request has the answers of this id. If an agent already had an earlier request, the server gave them to that one. */
const isOf = ({ request: { id, answersId } }: RunningRequest, sent: string | undefined): boolean =>
  id === sent || answersId === sent;

const isActive = (view: RequestView): boolean => !isOver(view) && view.closing === null;

interface CreateRequestOptions {
  readonly env: Pick<PortalEnv, 'fetch' | 'storage' | 'clocks' | 'locks' | 'mintId' | 'log' | 'foreignFunction'>;
  readonly api: Pick<Api, 'current' | 'request'>;
  readonly clock: Pick<ServerClock, 'now'>;
}

/**
 * Creates the sender of requests. The same answers keep their id until they have arrived, however often they are sent. If the
 * request of that id is over by then, or belongs to another session, the answers become a new request (R23). Other answers replace
 * all that were sent before without a known result: the server lets only one of them run (R513).
 */
export function createRequestSender({ env, api, clock }: CreateRequestOptions) {
  /** The last request that may or may not have arrived. */
  let uncertain: { readonly content: string; readonly id: string } | undefined;
  /** The last request that no answer came to, and its session. It may stand in the socket of a server that stands still. */
  let unanswered: { readonly id: string; readonly token: string; readonly input: AgentRequestInput } | undefined;
  const unheard = createUnheard(env, clock);

  /** The view token of the request, if it arrived although its response was lost or malformed. */
  async function findArrived(token: string, id: string, isRepeated: boolean): Promise<ViewToken | undefined> {
    const result = await api.current(token);
    if (result.kind !== 'ok') return undefined;
    const found = allIn(result.value).find((one) => isOf(one, id));
    return found && (!isRepeated || isActive(found.request)) ? tokenIn(found) : undefined;
  }

  /** Checks a success for a repeated id: it may be about the earlier request, and that counts only while it is active. */
  async function checkRepeated(token: string, id: string): Promise<TryOutcome> {
    const result = await api.request(id, token);
    if (result.kind === 'ok') return { kind: isActive(result.value) ? 'sent' : 'stale' };
    if (result.kind === 'refused' && result.status === 401) return { kind: 'locked' };
    // No request has this id: the success was for an active request with the same answers.
    if (result.kind === 'refused' && result.status === 404) return { kind: 'sent' };
    env.log('Request Agent succeeded, but the state of its request is unknown');
    return { kind: 'failed' };
  }

  async function send(token: string, input: AgentRequestInput): Promise<TryOutcome> {
    const body = bodyOf(input);
    const content = JSON.stringify(body);
    const isRepeated = uncertain?.content === content;
    const foreign = env.foreignFunction();
    const now = uncertain && isRepeated ? uncertain : { content, id: env.mintId() };
    uncertain = now;
    const { id } = now;
    const insteadOf = unheard.ids().filter((other) => other !== id);
    unheard.keep([...insteadOf, id]);
    const target = foreign ?? { baseUrl: '', token };
    // A real function's preflight allows these headers only. Everything else is in the body (S7.5).
    const response = await exchange(env.fetch, `${target.baseUrl}${sendSmsPath}`, {
      method: 'POST',
      token: target.token,
      body: {
        ...body,
        request_id: id,
        ...(!foreign && { with_view: true, ...(insteadOf[0] && { instead_of: insteadOf }) }),
      },
      timeoutMs: responseWithinMs,
    });
    const result = response ? readSendSmsResponse(response.status, response.text) : failed('No response came back');
    // A refusal by something in between tells nothing about the session or the request.
    const status = response && (response.status < 400 || response.isOurRefusal) ? response.status : undefined;
    if (result.ok) {
      const checked: TryOutcome = isRepeated && !foreign ? await checkRepeated(token, id) : { kind: 'sent' };
      return checked.kind === 'sent' ? { ...checked, view: result.view } : checked;
    }
    if (status === 401 && !foreign) return { kind: 'locked' };
    if (isRepeated && !foreign && result.reason === sendSmsRefusals.idTaken) return { kind: 'stale' };
    const isRefused = Object.values<string>(sendSmsRefusals).includes(result.reason);
    const isUnknown = !foreign && !isRefused && (status === undefined || status >= 500 || status < 300);
    const view = isUnknown ? await findArrived(token, id, isRepeated) : undefined;
    if (view) return { kind: 'sent', view };
    if (isUnknown) unanswered = { id, token, input };
    // The person reads one fixed sentence, because the response may be a whole page of a proxy (R39).
    env.log(`Request Agent failed: ${result.reason}`);
    return { kind: 'failed' };
  }

  function forget(): readonly string[] {
    const ids = unheard.ids();
    uncertain = undefined;
    unheard.keep([]);
    return ids;
  }

  async function ask(token: string, input: AgentRequestInput): Promise<CreateOutcome> {
    let outcome = await send(token, input);
    if (outcome.kind === 'stale') {
      uncertain = undefined;
      // This try has a new id, so it cannot be stale again.
      outcome = await send(token, input);
    }
    if (outcome.kind === 'sent') forget();
    return outcome.kind === 'stale' ? { kind: 'failed' } : outcome;
  }

  return {
    ask,

    /**
     * Call it when the person was shown that this request arrived. The next request then runs beside it (R514).
     *
     * @returns whether its result was unknown
     */
    arrived({ id, answersId = id }: Pick<RequestView, 'id' | 'answersId'>): boolean {
      const ids = unheard.ids();
      unheard.keep(ids.slice(ids.indexOf(answersId) + 1));
      if (uncertain?.id === answersId) uncertain = undefined;
      return ids.includes(answersId);
    },

    /** Whether one of these requests got no answer and may still arrive in its session. */
    isAwaited: (token: string, ids = unheard.ids()): boolean =>
      unanswered?.token === token && ids.includes(unanswered.id),

    /** Call it with the requests that a session has. If the awaited one is among them, returns its answers: it is awaited no more. */
    noteFound(found: readonly RunningRequest[]): AgentRequestInput | undefined {
      if (!found.some((one) => isOf(one, unanswered?.id))) return undefined;
      const input = unanswered?.input;
      unanswered = undefined;
      return input;
    },

    /** Forgets all requests without a known result, and returns their ids. */
    forget,

    /** Call it before the first request: this tab may be a copy of another one. */
    leaveOthers: unheard.leaveOthers,
  };
}
