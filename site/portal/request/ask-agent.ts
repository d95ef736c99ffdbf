/** One press of Request Agent, from the form's answers to what is known of its fate. */
import {
  cleanAdditionalInfo,
  cleanCallbackName,
  isOver,
  type RequestType,
  type RequestView,
  requestTypes,
  type SendSmsBody,
  sendSmsRefusals,
} from '#contract/agent-request.ts';
import { type Dealership, dealerPhoneOf } from '#contract/portal.ts';
import type { Api } from '../api.ts';
import type { PortalEnv } from '../env.ts';
import { sendRequest } from './send-request.ts';

/** The answers of the form (S3.6). */
export interface Asked {
  readonly dealership: Dealership;
  readonly requestType: RequestType;
  readonly additionalInfo: string;
  /** The name of who asks, and the AnyDesk address when it is known already; empty when not. */
  readonly callbackName: string;
  readonly anydesk: string;
}

/** What the person is told. `locked`: the session is dead. */
export type AskOutcome = { readonly kind: 'sent' } | { readonly kind: 'failed' } | { readonly kind: 'locked' };

export interface AskOptions {
  readonly env: Pick<PortalEnv, 'fetch' | 'mintId' | 'log'>;
  readonly api: Api;
  /** Another function that stands in the place of ours. */
  readonly foreign: { readonly baseUrl: string; readonly token: string } | undefined;
}

export interface Asking {
  /**
   * Sends the answers. The same answers keep their id until they have arrived, however often they are sent. When the
   * request of that id is over by then, or another session's, they are a new request.
   */
  ask(token: string, asked: Asked): Promise<AskOutcome>;
}

/** What one sending came to. `stale`: its id belongs to a request of before, which is over or not of this session. */
type Sent = AskOutcome | { readonly kind: 'stale' };

const isRunning = (view: RequestView): boolean => !isOver(view) && view.closing === null;

export function createAsking({ env, api, foreign }: AskOptions): Asking {
  let unsettled: { readonly words: string; readonly id: string } | undefined;

  /** Whether the request is there although its answer was lost or broken. */
  async function arrived(token: string, id: string, reused: boolean): Promise<boolean> {
    const answer = await api.current(token);
    if (answer.kind !== 'ok' || answer.value?.request.id !== id) return false;
    return !reused || isRunning(answer.value.request);
  }

  /** An id that was sent before may be answered by its request of then: it is believed only while that one runs. */
  async function replayed(token: string, id: string): Promise<Sent> {
    const answer = await api.request(id, token);
    if (answer.kind === 'ok') return { kind: isRunning(answer.value) ? 'sent' : 'stale' };
    if (answer.kind === 'refused' && answer.status === 401) return { kind: 'locked' };
    // There is none of this id: the answer was for one of the same words that runs.
    if (answer.kind === 'refused' && answer.status === 404) return { kind: 'sent' };
    env.log('Request Agent was answered, and how its request stands was not');
    return { kind: 'failed' };
  }

  async function send(token: string, answers: Omit<SendSmsBody, 'request_id'>): Promise<Sent> {
    const words = JSON.stringify(answers);
    const reused = unsettled?.words === words;
    if (unsettled?.words !== words) unsettled = { words, id: env.mintId() };
    const { id } = unsettled;
    const target = foreign ?? { baseUrl: '', token };
    const outcome = await sendRequest(env.fetch, target, { ...answers, request_id: id });
    const { ok, status } = outcome;
    if (ok) return reused && !foreign ? replayed(token, id) : { kind: 'sent' };
    if (status === 401 && !foreign) return { kind: 'locked' };
    if (reused && !foreign && outcome.reason === sendSmsRefusals.idTaken) return { kind: 'stale' };
    const unknown = !foreign && (status === undefined || status >= 500 || status < 300);
    if (unknown && (await arrived(token, id, reused))) return { kind: 'sent' };
    // The person reads one sentence, whatever the answer was; it may be a proxy's whole page (R39).
    env.log(`Request Agent failed: ${outcome.reason}`);
    return { kind: 'failed' };
  }

  return {
    async ask(token, { dealership, requestType, additionalInfo, callbackName, anydesk }) {
      const answers = {
        dealershipName: dealership.name,
        dealerPhone: dealerPhoneOf(dealership),
        requestType: requestTypes[requestType],
        additionalInfo: cleanAdditionalInfo(additionalInfo),
        dealership_id: dealership.id,
        ...(callbackName.trim() !== '' && { callback_name: cleanCallbackName(callbackName) }),
        ...(anydesk !== '' && { anydesk }),
      };
      let sent = await send(token, answers);
      if (sent.kind === 'stale') {
        unsettled = undefined;
        // With an id that was never sent before, so that nothing is stale again.
        sent = await send(token, answers);
      }
      if (sent.kind === 'sent') unsettled = undefined;
      return sent.kind === 'stale' ? { kind: 'failed' } : sent;
    },
  };
}
