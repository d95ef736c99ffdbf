/** Reads an event stream as a page does, with `fetch` (HTML standard, "server-sent events"). */
import { onTestFinished } from 'vitest';

export interface StreamedEvent {
  readonly id: string | undefined;
  readonly event: string;
  /** Read as JSON. */
  readonly data: unknown;
}

interface EventReader {
  readonly status: number;
  /** The next event; rejects when the stream ended instead. */
  next(): Promise<StreamedEvent>;
  /** Whether the stream ends without another event. */
  ended(): Promise<boolean>;
  close(): void;
}

function parse(frame: string): StreamedEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of frame.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) fields.set(name, value);
  }
  const data = fields.get('data');
  if (data === undefined) return undefined;
  return { id: fields.get('id'), event: fields.get('event') ?? 'message', data: JSON.parse(data) };
}

async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    yield* frames;
  }
}

/** Opens a stream with a bearer token. It is closed when the test has finished. */
export const openEvents = (url: string, token: string): Promise<EventReader> =>
  openEventsWith(url, { authorization: `Bearer ${token}` });

/** Opens a stream with these headers, such as a cookie. It is closed when the test has finished. */
export async function openEventsWith(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(url, { headers: { ...headers }, signal: abort.signal });
  const frames = response.body && response.status === 200 ? framesOf(response.body) : undefined;

  async function next(): Promise<StreamedEvent | undefined> {
    for (;;) {
      const { value, done } = (await frames?.next()) ?? { value: undefined, done: true };
      if (done || value === undefined) return undefined;
      const event = parse(value);
      if (event) return event;
    }
  }

  return {
    status: response.status,
    async next() {
      const event = await next();
      if (!event) throw new Error(`the stream ended (${response.status})`);
      return event;
    },
    ended: async () => (await next()) === undefined,
    close: () => abort.abort(),
  };
}
