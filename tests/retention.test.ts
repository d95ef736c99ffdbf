/** The policy, the documents and the sweep are made from one class. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { legal } from '#brand/legal.ts';
import { timeBefore } from '#contract/record-classes.ts';
import { retentionMap } from '#server/context/retention-map.ts';
import { retentionTables } from '../scripts/docs/retention.ts';
import { startApp } from './support/app.ts';
import { engineUnderTest } from './support/each-engine.ts';

/** The table of the policy. It is loaded by its address, because the tests' types know no markup. */
const policyFile = new URL('../site/content/legal/LegalDocument.tsx', import.meta.url).href;

/** Says how long technical records are kept, in each of the three places. */
async function kept() {
  const { context } = await startApp(engineUnderTest('sqlite'));
  const { RetentionTable } = (await import(policyFile)) as { readonly RetentionTable: FunctionComponent };
  const { sweeps } = context;
  const entries = sweeps.kinds.find(({ name }) => name === 'audit entries');
  return {
    policy: /Technical logs<\/th><td>[^<]*<\/td><td>([^<]*)/.exec(
      renderToStaticMarkup(createElement(RetentionTable)),
    )?.[1],
    document: /audit entries \| Technical logs \| ([^|]*) after/.exec(retentionTables())?.[1],
    sweep: entries && sweeps.timeOf(entries),
  };
}

it('R155 a changed class changes the policy, the documents and the sweep', async () => {
  expect(await kept()).toEqual({ policy: '1 year', document: '1 year', sweep: { years: 1 } });
  const technical = legal.retention.technical as { years: number };
  technical.years = 2;
  try {
    expect(await kept()).toEqual({ policy: '2 years', document: '2 years', sweep: { years: 2 } });
  } finally {
    technical.years = 1;
  }
});

it('R921 nothing is kept longer than the policy says of its class', () => {
  const now = new Date('2026-11-27T13:00:00Z');
  const { swept, pruned } = retentionMap;
  const longer = [...swept, ...pruned].filter(
    ({ keptFor, class: id }) => keptFor && timeBefore(keptFor, now) < timeBefore(legal.retention[id], now),
  );
  expect(longer.map(({ name }) => name)).toEqual([]);
});

it('R921 what a dealer answered, and whom a message went to, is not among the technical logs', () => {
  const { swept, pruned, tables } = retentionMap;
  const ofDealers = [tables.webhook_tries.request_body, tables.webhook_tries.answer, tables.code_links.contact_name];
  const kinds = ofDealers.flatMap((use) => (typeof use === 'string' ? [] : use.of));
  expect(new Set(kinds)).toEqual(new Set(['webhook tries', 'links to access codes']));
  const classes = [...swept, ...pruned].flatMap(({ name, class: id }) => (kinds.includes(name) ? [id] : []));
  expect(classes).toEqual(['communication', 'communication']);
});
