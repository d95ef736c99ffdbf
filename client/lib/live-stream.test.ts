import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEventReader, type StreamEvent } from './live-stream.ts';

function read(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const take = createEventReader((event) => events.push(event));
  for (const piece of pieces) take(piece);
  return events;
}

const stream =
  ': hello\r\n\r\nid: 7\r\nevent: request\r\ndata: {"a":\r\ndata: 1}\r\n\r\n:\n\ndata:x\rdata\r\rid\ndata: y\n\n';
const events = [
  { type: 'request', data: '{"a":\n1}', id: '7' },
  { type: 'message', data: 'x\n', id: '7' },
  { type: 'message', data: 'y', id: '' },
];

describe('R24 the stream of events', () => {
  test('is read whatever ends its lines, past comments and a byte order mark', () => {
    const bytes = new TextEncoder().encode(`\ufeff${stream}`);
    expect(read(new TextDecoder().decode(bytes))).toEqual(events);
  });

  test('is read the same in whatever pieces it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
        expect(read(...pieces)).toEqual(events);
      }),
    );
  });

  test('gives nothing for an event that is not complete, or that has no data', () => {
    expect(read('event: request\ndata: {"half"')).toEqual([]);
    expect(read('event: request\nid: 3\n\n')).toEqual([]);
  });
});
