/** An expected refusal: it is answered as it says and is no error of ours, so it is not logged as one. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor({ status, text }: { status: number; text: string }, headers: Record<string, string> = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** The request refuses every encoding that we have (RFC 9110 12.5.3). */
export const notAcceptable = { status: 406, text: 'No encoding that we have is accepted: br, gzip, identity' };
