/**
 * The open event streams of one kind (HTML standard, 9.2): their limits, heartbeats, regular looks while one is open, and the end
 * of streams that nobody reads. The feature that opens a stream decides what it carries.
 */
import { PassThrough } from 'node:stream';

/** The keys by which a stream is found and counted. */
export interface StreamFacts {
  /** The key of the stream's subject. Streams are found by it. */
  readonly topic: string;
  /** The key of the stream's owner: a session, a token. When an owner has one too many, the owner's oldest stream ends. */
  readonly holder: string;
  /** The key of a network address or a person, whose number of streams is limited. One too many is refused. */
  readonly countedBy: string;
}

export type OpenStream<Facts extends StreamFacts> = Facts & { readonly stream: PassThrough };

interface EventStreamsOptions {
  /** The most open streams of one holder. Another one ends the holder's oldest. */
  readonly mostPerHolder: number;
  /** The most open streams of one `countedBy` key. Another one is refused. */
  readonly mostPerCount: number;
  readonly heartbeatMs: number;
  readonly pollEveryMs: number;
  /** Called again and again while a stream is open. Never runs twice at the same time. */
  readonly look: () => Promise<unknown>;
  /** Is told of a look that failed. */
  readonly onError: (error: unknown) => void;
}

/** The most bytes that may wait for a page that does not read. With more, its stream is cut off. */
const mostUnreadBytes = 256 * 1024;

/** An event in the format of a stream. */
export const eventFrame = (event: string, data: unknown, id?: number | string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Sets of streams by key, each in the order in which they were opened. */
function createIndex<Entry>(keyOf: (entry: Entry) => string) {
  const sets = new Map<string, Set<Entry>>();
  return {
    sets,
    add: (entry: Entry) => void sets.set(keyOf(entry), (sets.get(keyOf(entry)) ?? new Set()).add(entry)),
    remove(entry: Entry): void {
      const set = sets.get(keyOf(entry));
      set?.delete(entry);
      if (set?.size === 0) sets.delete(keyOf(entry));
    },
  };
}

export function createEventStreams<Facts extends StreamFacts>(options: EventStreamsOptions) {
  const { mostPerHolder, mostPerCount, heartbeatMs, pollEveryMs, look, onError } = options;
  const open = new Set<OpenStream<Facts>>();
  const byTopic = createIndex<OpenStream<Facts>>(({ topic }) => topic);
  const byHolder = createIndex<OpenStream<Facts>>(({ holder }) => holder);
  const byCount = createIndex<OpenStream<Facts>>(({ countedBy }) => countedBy);
  let looking: Promise<unknown> | undefined;
  let timers: NodeJS.Timeout[] = [];

  function remove(entry: OpenStream<Facts>): void {
    if (!open.delete(entry)) return;
    for (const index of [byTopic, byHolder, byCount]) index.remove(entry);
    if (open.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  function write({ stream }: OpenStream<Facts>, text: string): void {
    if (stream.writableLength + stream.readableLength > mostUnreadBytes) stream.destroy();
    else if (!stream.writableEnded) stream.write(text);
  }

  function end(entry: OpenStream<Facts>, lastWords = ''): void {
    remove(entry);
    if (!entry.stream.writableEnded) entry.stream.end(lastWords);
  }

  /** Looks, or joins a look under way. */
  function lookNow(): Promise<unknown> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    /** Opens a stream. Undefined when its `countedBy` key has the most streams that it may have. */
    open(facts: Facts): OpenStream<Facts> | undefined {
      if ((byCount.sets.get(facts.countedBy)?.size ?? 0) >= mostPerCount) return undefined;
      // A page that reconnected over another network may have left a connection whose end was not noticed yet.
      const [oldest] = byHolder.sets.get(facts.holder) ?? [];
      if (oldest && (byHolder.sets.get(facts.holder)?.size ?? 0) >= mostPerHolder) end(oldest);
      const stream = new PassThrough();
      const entry = { ...facts, stream };
      stream.once('close', () => remove(entry));
      stream.on('error', () => remove(entry));
      open.add(entry);
      for (const index of [byTopic, byHolder, byCount]) index.add(entry);
      if (timers.length === 0) {
        const heartbeat = () => {
          for (const each of open) write(each, ': still here\n\n');
        };
        const lookAgain = () => {
          if (!looking) lookNow().catch(onError);
        };
        timers = [setInterval(lookAgain, pollEveryMs), setInterval(heartbeat, heartbeatMs)];
      }
      stream.write('retry: 1000\n\n');
      return entry;
    },
    lookNow,
    write,
    /** Ends a stream, after an optional last event. */
    end,
    /** Ends every stream. The pages connect again, to another server or to this one when it is back. */
    endAll(): void {
      for (const entry of open) end(entry);
    },
    all: (): readonly OpenStream<Facts>[] => [...open],
    about: (topic: string): readonly OpenStream<Facts>[] => [...(byTopic.sets.get(topic) ?? [])],
    topics: (): readonly string[] => [...byTopic.sets.keys()],
    size: () => open.size,
  };
}
