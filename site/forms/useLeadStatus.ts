import { useSyncExternalStore } from 'react';
import type { LeadKind } from '#contract/pages.ts';
import { type LeadFormState, leadStatus } from './lead-status.ts';

const prerendered: LeadFormState = { status: 'filling' };
const none = () => prerendered;

/** Where the form of a kind stands, in a component. */
export function useLeadStatus(kind: LeadKind): LeadFormState {
  const { watch, get } = leadStatus(kind);
  return useSyncExternalStore(watch, get, none);
}
