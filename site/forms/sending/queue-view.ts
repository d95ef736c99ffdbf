/** What the pages show of the queue. */
import { createStore, useStore } from '#client/lib/store.ts';
import type { FieldError } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';

/**
 * A submission that was put aside while the browser was offline.
 * - `waiting`: it goes out by itself when a page of the site is open and online;
 * - `refused`: the server cannot take it as it is; it comes back as the draft of its form, with `errors`;
 * - `sent`: it is on the server. Shown for a day, or until it is put away.
 */
export interface QueuedLead {
  readonly kind: LeadKind;
  readonly reference: string;
  readonly queuedAt: Date;
  readonly state: 'waiting' | 'refused' | 'sent';
  readonly errors: readonly FieldError[];
  /** False when the browser refuses its storage: then it lives as long as this page. */
  readonly onDevice: boolean;
}

const none: readonly QueuedLead[] = [];

/** The queue as it stands, oldest first. */
export const queuedLeads = createStore(none);

/** Shows the queue as it stands now. An empty one is always the same array, so that nothing is drawn again for it. */
export const publishQueue = (leads: readonly QueuedLead[]): void => queuedLeads.set(leads.length > 0 ? leads : none);

/** The queue as it stands, in a component. */
export const useQueue = (): readonly QueuedLead[] => useStore(queuedLeads, () => none);
