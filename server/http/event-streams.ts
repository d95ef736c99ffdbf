/**
 * The open event streams of one kind (HTML standard, 9.2): how many there may be, heartbeats, looks while one is open, and none
 * that stays open for nobody. What they carry is for the feature that opens them.
 */
import { PassThrough } from 'node:stream';

/** What a stream is counted by. */
export interface StreamFacts {
  /** What it is about, as a key. Streams are found by it. */
  readonly topic: string;
  /** Whose it is, as a key: a session, a token. With one too many the oldest of the holder ends. */
  readonly holder: string;
  /** Who may have only so many, as a key: a network address, a person. One too many is not opened. */
  readonly countedBy: string;
}

export type OpenStream<Facts extends StreamFacts> = Facts & { readonly stream: PassThrough };

export interface EventStreamsOptions {
  /** Streams open at once by one holder; with one more the oldest of them ends. */
  readonly mostPerHolder: number;
  /** Streams open at once by one key of `countedBy`; one more is not opened. */
  readonly mostPerCount: number;
  readonly heartbeatMs: number;
  readonly lookEveryMs: number;
  /** Done again and again while a stream is open, and never twice at the same moment. */
  readonly look: () => Promise<unknown>;
  /** Hears of a look that failed. */
  readonly onError: (error: unknown) => void;
}

/** A page that does not read gets no more than this, in bytes, and is then cut off. */
const mostUnreadBytes = 256 * 1024;

/** An event as a stream carries it. */
export const eventFrame = (event: string, data: unknown, id?: number | string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Sets of streams by a key, each in the order in which they were opened. */
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
  const { mostPerHolder, mostPerCount, heartbeatMs, lookEveryMs, look, onError } = options;
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

  /** Looks, or joins the look that is under way. */
  function lookNow(): Promise<unknown> {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    /** Opens a stream. Undefined when there are as many of its `countedBy` as there may be. */
    open(facts: Facts): OpenStream<Facts> | undefined {
      if ((byCount.sets.get(facts.countedBy)?.size ?? 0) >= mostPerCount) return undefined;
      // A page that came back by another network may have left a connection that nobody has missed yet.
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
        timers = [setInterval(lookAgain, lookEveryMs), setInterval(heartbeat, heartbeatMs)];
      }
      stream.write('retry: 1000\n\n');
      return entry;
    },
    lookNow,
    write,
    /** Ends a stream, after a last event if there is one. */
    end,
    /** Ends every stream; their pages connect again, to another server or to this one when it is back. */
    endAll(): void {
      for (const entry of open) end(entry);
    },
    all: (): readonly OpenStream<Facts>[] => [...open],
    /** The streams about something. */
    about: (topic: string): readonly OpenStream<Facts>[] => [...(byTopic.sets.get(topic) ?? [])],
    topics: (): readonly string[] => [...byTopic.sets.keys()],
    size: () => open.size,
  };
}
