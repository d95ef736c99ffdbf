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
