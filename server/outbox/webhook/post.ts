/** One request to one endpoint. */
export interface Post {
  readonly url: string;
  /** Beside `content-type` and `content-length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** It cannot be sent until a person changes something. */
export interface Undeliverable {
  readonly undeliverable: string;
}
