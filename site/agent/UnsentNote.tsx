import { tabStorage } from '#client/lib/storage.ts';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { keptEnding } from './ending-draft.ts';

/** The note that was typed for the desk, when the request ended otherwise before it was sent, or was closed by another press. */
export function UnsentNote({ reference }: { reference: string }) {
  const note = keptEnding(tabStorage, reference).note.trim();
  if (note === '') return null;
  return (
    <section className="agent-question" aria-labelledby="agent-unsent-heading">
      <h2 id="agent-unsent-heading">Your note was not sent</h2>
      <p className="agent-note">{note}</p>
      <CopyButton text={note} what="note" />
    </section>
  );
}
