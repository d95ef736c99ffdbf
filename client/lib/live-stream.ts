/** Parses the text of a `text/event-stream` that was opened by `fetch`, because `EventSource` cannot send a bearer token (HTML, 9.2.6). Pure. */

/** One event. `id` is the last id that the stream has sent, empty when there was none. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
  readonly id: string;
}

/**
 * A reader that takes the stream's text in pieces of any size. The text decoder must have removed a byte order mark.
 * @param onEvent called for each complete event; an event that an interrupted stream leaves incomplete is dropped
 */
export function createEventReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = '';
  let afterReturn = false;
  let type = '';
  let data: string[] = [];
  let id = '';

  function dispatch(): void {
    if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n'), id });
    type = '';
    data = [];
  }

  function take(line: string): void {
    if (line === '') {
      dispatch();
      return;
    }
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') type = value;
    if (name === 'data') data.push(value);
    if (name === 'id' && !value.includes('\0')) id = value;
  }

  return (piece) => {
    // A line may end with CR LF, and the two may come in different pieces.
    const text = afterReturn && piece.startsWith('\n') ? piece.slice(1) : piece;
    if (text === '') return;
    afterReturn = text.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
