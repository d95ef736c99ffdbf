/** An open console as the server sees one: an event stream, and a read of the board each time something on it changed. */
import { deskStreamPath } from '#contract/desk/live.ts';

interface Board {
  readonly waiting: readonly { readonly id: string; readonly version: number }[];
  readonly running: Board['waiting'];
  readonly finished: Board['waiting'];
}

export type OpenConsole = ReturnType<typeof openConsole>;

/** What a console shows that reads the board again. */
const shown = ['board', 'presence', 'people'];

export function openConsole(url: string, cookie: string, seesRings: boolean) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const abort = new AbortController();
  /** The versions of each request in the order in which the screen showed them. */
  const versions = new Map<string, { readonly version: number; readonly atMs: number }[]>();
  const seen = new Set<string>();
  const errors: string[] = [];
  let reads = 0;
  let reading = false;
  let dirty = false;

  function show(board: Board): void {
    const atMs = performance.now();
    for (const { id, version } of [...board.waiting, ...board.running, ...board.finished]) {
      const known = versions.get(id) ?? [];
      if ((known.at(-1)?.version ?? -1) < version) versions.set(id, [...known, { version, atMs }]);
    }
  }

  async function readBoard(): Promise<void> {
    if (reading) {
      dirty = true;
      return;
    }
    reading = true;
    do {
      dirty = false;
      reads += 1;
      const response = await fetch(`${url}/api/desk/board`, { headers, signal: abort.signal });
      if (response.ok) show((await response.json()) as Board);
      else errors.push(`the board answered ${response.status}`);
    } while (dirty);
    reading = false;
  }

  async function see(requestId: string, stage: number): Promise<void> {
    const response = await fetch(`${url}/api/desk/rings/${requestId}/seen`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ stage }),
      signal: abort.signal,
    });
    if (!response.ok) errors.push(`Seen was answered ${response.status}`);
    await response.arrayBuffer();
  }

  function hear(event: string, data: string): void {
    const failed = (error: unknown) => {
      if (!abort.signal.aborted) errors.push(String(error));
    };
    if (event === 'changed') {
      const { topics, everything } = JSON.parse(data) as { topics: { topic: string }[]; everything?: true };
      if (everything || topics.some(({ topic }) => shown.includes(topic))) readBoard().catch(failed);
    }
    if (event !== 'ring' || !seesRings) return;
    for (const { requestId, stage } of (JSON.parse(data) as { rings: { requestId: string; stage: number }[] }).rings) {
      const key = `${requestId} ${stage}`;
      if (seen.has(key)) continue;
      seen.add(key);
      see(requestId, stage).catch(failed);
    }
  }

  /** Resolves when the stream is open. The stream is then read until it closes. */
  async function open(): Promise<void> {
    const response = await fetch(`${url}${deskStreamPath}`, { headers, signal: abort.signal });
    if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const listen = async () => {
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const frames = (rest + value).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) {
          const [, event = '', data = ''] = /^event: (.+)\ndata: (.*)$/m.exec(frame) ?? [];
          hear(event, data);
        }
      }
    };
    listen().then(
      () => errors.push('the stream ended'),
      (error: unknown) => {
        if (!abort.signal.aborted) errors.push(String(error));
      },
    );
  }

  return {
    open,
    close: () => abort.abort(),
    errors,
    reads: () => reads,
    /** The time at which the screen showed this version of a request or a newer one; undefined when it never did. */
    shownAtMs: (id: string, version: number): number | undefined =>
      versions.get(id)?.find((each) => each.version >= version)?.atMs,
  };
}
