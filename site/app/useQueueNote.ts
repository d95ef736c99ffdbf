import { type ComponentType, useEffect, useState } from 'react';
import { startQueue } from '../forms/sending/queue.ts';
import type { QueuedLead } from '../forms/sending/queue-view.ts';
import { useQueue } from '../forms/sending/use-queue.ts';

type Note = ComponentType<{ leads: readonly QueuedLead[] }>;

/** Sends what waits from any page, and loads the note about it when there is something to tell. */
export function useQueueNote(): { Note: Note; leads: readonly QueuedLead[] } | undefined {
  const [Note, setNote] = useState<Note>();
  useEffect(() => startQueue(), []);
  const leads = useQueue();
  const isNeeded = leads.length > 0;
  useEffect(() => {
    if (!isNeeded) return;
    import('../forms/QueueNote.tsx').then(
      ({ QueueNote }) => setNote(() => QueueNote),
      // Offline its file may be out of reach. The queue itself works without it.
      () => undefined,
    );
  }, [isNeeded]);
  return Note && isNeeded ? { Note, leads } : undefined;
}
