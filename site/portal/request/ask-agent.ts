/** One press of Request Agent, from the form's answers to what is known of its fate. */
import { cleanAdditionalInfo, cleanCallbackName, type RequestType, requestTypes } from '#contract/agent-request.ts';
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
  /** Sends the answers. The same answers keep their id until they have arrived, however often they are sent. */
  ask(token: string, asked: Asked): Promise<AskOutcome>;
}

export function createAsking({ env, api, foreign }: AskOptions): Asking {
  let unsettled: { readonly words: string; readonly id: string } | undefined;

  function idFor(words: string): string {
    if (unsettled?.words !== words) unsettled = { words, id: env.mintId() };
    return unsettled.id;
  }

  /** Whether the request is there although its answer was lost or broken. */
  async function arrived(token: string, id: string): Promise<boolean> {
    const answer = await api.current(token);
    return answer.kind === 'ok' && answer.value?.request.id === id;
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
      const id = idFor(JSON.stringify(answers));
      const target = foreign ?? { baseUrl: '', token };
      const outcome = await sendRequest(env.fetch, target, { ...answers, request_id: id });
      const { ok, status } = outcome;
      const unknown = !ok && !foreign && (status === undefined || status >= 500 || status < 300);
      if (ok || (unknown && (await arrived(token, id)))) {
        unsettled = undefined;
        return { kind: 'sent' };
      }
      if (status === 401 && !foreign) return { kind: 'locked' };
      // The person reads one sentence, whatever the answer was; it may be a proxy's whole page (R39).
      env.log(`Request Agent failed: ${outcome.reason}`);
      return { kind: 'failed' };
    },
  };
}
