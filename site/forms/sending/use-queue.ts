import { useSyncExternalStore } from 'react';
import { type QueuedLead, queuedLeads, watchQueue } from './queue-view.ts';

const none: readonly QueuedLead[] = [];

/** The queue as it stands, in a component. */
export const useQueue = (): readonly QueuedLead[] => useSyncExternalStore(watchQueue, queuedLeads, () => none);
