import type { RefusalText } from '#contract/refusals.ts';

/** An expected refusal, with its own response. It is not an error of ours, so it is not logged as one. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor({ status, text }: RefusalText, headers: Readonly<Record<string, string>> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** `Retry-After` in whole seconds, at least one (RFC 9110 10.2.3). */
export const retryAfter = (ms: number): Record<string, string> => ({
  'retry-after': String(Math.max(1, Math.ceil(ms / 1000))),
});

/** The refusal when the request accepts no coding that we have (RFC 9110 12.5.3). */
export const notAcceptable = { status: 406, text: 'No encoding that we have is accepted: br, gzip, identity' };
