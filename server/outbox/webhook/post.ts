/** One request to one endpoint. */
export interface Post {
  readonly url: string;
  /** The headers besides `content-type`, `content-length`, `host` and `user-agent`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Says why a webhook cannot be sent until a person changes something. */
export interface Undeliverable {
  readonly undeliverable: string;
}
