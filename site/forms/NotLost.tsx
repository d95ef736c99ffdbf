import type { DraftState } from './DraftNote.tsx';

/**
 * What a form that failed says beside its alert. A page from before an upgrade may ask for a file that the server no longer has:
 * then it fails however often it is sent, and goes out once the page was loaded again.
 */
export function NotLost({ draft }: { draft: DraftState }) {
  if (draft.status !== 'saved') return 'Nothing you typed was lost.';
  return 'Nothing you typed was lost. If it fails again, load the page again: what you typed is saved on this device.';
}
