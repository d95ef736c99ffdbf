/**
 * The submissions that waited to be sent and vanished from the device with everything else that this browser kept: somebody cleared
 * its data, or a program did. Only this page knows of them, until it is closed: what was cleared is not written again.
 */
import { deviceStorage } from '#client/lib/storage.ts';
import { createStore } from '#client/lib/store.ts';
import { postedPrefix, queuedPrefix } from '../sending/lifetimes.ts';
import { type QueuedLead, queuedLeads } from '../sending/send-queue.ts';

const none: readonly QueuedLead[] = [];

/** What was cleared before it was sent or answered, as it waited last. */
export const clearedLeads = createStore(none);

/** What waits, as far as this page has seen. */
let waited: readonly QueuedLead[] = none;

/** Whether the device has nothing of a submission. Whoever takes one off the queue, in any tab, leaves the note that it was to go out. */
const isGone = ({ key }: QueuedLead): boolean =>
  deviceStorage.read(key) === undefined &&
  deviceStorage.read(postedPrefix + key.slice(queuedPrefix.length)) === undefined;

function look(): void {
  const queued = queuedLeads.get();
  const gone = waited.filter((lead) => queued.every(({ key }) => key !== lead.key) && isGone(lead));
  waited = queued.filter(({ state }) => state === 'waiting');
  if (gone.length > 0) clearedLeads.set([...clearedLeads.get(), ...gone]);
}

/** Watches the queue for what is cleared. Returns a function that stops it. */
export function watchCleared(): () => void {
  look();
  return queuedLeads.subscribe(look);
}

/** The person takes a submission off the device here, or has read that it was cleared. */
export function forgetCleared(gone: string): void {
  waited = waited.filter(({ key }) => key !== gone);
  clearedLeads.set(clearedLeads.get().filter(({ key }) => key !== gone));
}
