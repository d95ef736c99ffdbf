import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { alertWords } from '#server/alerts/messages/words.ts';
import { createMetrics } from '#server/http/metrics.ts';

const operating = readFileSync(resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8');

test('docs/operating.md describes every metric that the server has, with its labels', () => {
  const { registry } = createMetrics(async () => ({ held: 0, waiting: 0, unsure: 0, failed: 0 }));
  const rows = [...operating.matchAll(/^\| `(boxline_\w+)` \| ([^|]+) \|/gm)].map(([, name, labels = '']) => ({
    name,
    labelNames: [...labels.matchAll(/`([a-z]+)`:/g)].map(([, label]) => label),
  }));
  expect(rows).not.toEqual([]);
  expect(registry.getMetricsAsArray()).toMatchObject(rows);
});

test('docs/operating.md says what each kind of alert means', () => {
  const [, table = ''] = operating.split('### Kinds of alerts');
  expect(Object.keys(alertWords).filter((kind) => !table.includes(`\`${kind}\``))).toEqual([]);
});
