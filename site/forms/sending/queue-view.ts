/** What the pages show of the queue. */
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

const empty: readonly QueuedLead[] = [];
let view = empty;
const listeners = new Set<(leads: readonly QueuedLead[]) => void>();

/** The queue as it stands, oldest first; the same array until something changes. */
export const queuedLeads = (): readonly QueuedLead[] => view;

export function publishQueue(leads: readonly QueuedLead[]): void {
  view = leads.length ? leads : empty;
  for (const listener of listeners) listener(view);
}

/** Calls the listener now and after each change, until the returned function is called. */
export function watchQueue(listener: (leads: readonly QueuedLead[]) => void): () => void {
  listeners.add(listener);
  listener(view);
  return () => void listeners.delete(listener);
}
