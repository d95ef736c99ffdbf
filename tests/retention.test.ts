/** The policy, the documents and the sweep are made from one class. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { legal } from '#brand/legal.ts';
import { retentionTables } from '../scripts/docs-retention.ts';
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
