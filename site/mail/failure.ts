/** What the mail provider, or the client in its place, answered (S3). */
export interface MailResponse {
  readonly status: number;
  readonly text: string;
}

/** The text that goes with status 0 (S8). */
export const networkError = 'Network Error';

/** A send that did not succeed, as the error catalogue numbers it (S8). */
export class MailFailure extends Error implements MailResponse {
  override readonly name = 'MailFailure';
  declare readonly status: number;
  declare readonly text: string;
  /** Set when this client's own throttle refused: how long the window stays shut. The server's 429 has none. */
  declare readonly throttledForMs: number | undefined;
  /** True when our own server refused, and not a proxy or firewall in between. */
  declare readonly isOurs: boolean | undefined;

  constructor(status: number, text: string, throttledForMs?: number, isOurs?: boolean) {
    super(`${status} ${text}`);
    this.status = status;
    this.text = text;
    this.throttledForMs = throttledForMs;
    this.isOurs = isOurs;
  }
}
