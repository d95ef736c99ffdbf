import { sharedSendQueue } from '../sending/send-queue.ts';
import { sharedUnheard } from '../sending/unheard.ts';
import { FormsNote } from './FormsNote.tsx';
import { placedNote } from './load-note.ts';

/** Sets to work what sends and asks by itself, and what tells of it on every page. */
export function startNote(): void {
  sharedSendQueue();
  sharedUnheard();
  placedNote.set(<FormsNote />);
}
