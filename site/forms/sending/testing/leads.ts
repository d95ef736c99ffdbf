/** Answers for the tests of sending, and functions that read the result from the gateway. */
import { expect } from 'vitest';
import type { Outcome } from '../sending.ts';
import type { FakeBrowser } from './browser.ts';

export const store = { dealership_name: 'Alder Motors', email: 'a@alder.example' };
export const edited = { ...store, email: 'b@alder.example' };
export const otherStore = { dealership_name: 'Birch Motors', email: 'b@birch.example' };

export const referenceIn = (outcome: Outcome): string =>
  'reference' in outcome ? outcome.reference : expect.unreachable(`no reference in ${outcome.state}`);
export const leadsOf = (browser: FakeBrowser) => [...browser.gateway.leads].map(([id, { answers }]) => [id, answers]);
export const ids = (browser: FakeBrowser) => browser.gateway.requests.map((params) => params['submission_id']);
export const amendments = (browser: FakeBrowser) => browser.gateway.requests.map((params) => params['amends']);
