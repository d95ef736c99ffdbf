import { tabStorage } from '#client/lib/storage.ts';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { keptEnding } from './ending-draft.ts';

/** Shows a note that was typed for the desk and was not sent with the press that closed the request, as far as this tab knows. */
export function UnsentNote({ reference }: { reference: string }) {
  const kept = keptEnding(tabStorage, reference);
  const note = kept.note.trim();
  if (note === '' || kept.sent === 'yes') return null;
  return (
    <section className="agent-question" aria-labelledby="agent-unsent-heading">
      <h2 id="agent-unsent-heading">Your note {kept.sent === 'perhaps' ? 'may not have been' : 'was not'} sent</h2>
      <p className="agent-note">{note}</p>
      <CopyButton text={note} what="note" />
    </section>
  );
}
