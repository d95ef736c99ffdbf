import { expect, test } from 'vitest';
import { drawing } from './folder-drawing.ts';

test('the drawing of the folders leaves an arrow out where a longer way leads, and begins with what needs most', () => {
  const graph = new Map([
    ['outbox', new Set<string>()],
    ['leads', new Set(['outbox'])],
    ['desk', new Set(['outbox', 'leads'])],
  ]);
  expect(drawing(graph).split('\n')).toEqual([
    '```mermaid',
    'flowchart LR',
    '  desk --> leads',
    '  leads --> outbox',
    '  outbox',
    '```',
  ]);
});
