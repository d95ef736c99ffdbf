import { useId, useSyncExternalStore } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import { draftStand, dropDraft, onDrafts, typedInto } from '../lib/drafts.ts';
import { Fact } from './Fact.tsx';

/** Shows what was typed into a form that is not offered any more. Draws nothing when nothing was. */
export function UnsentDraft({ draft }: { draft: string }) {
  const id = useId();
  useSyncExternalStore(onDrafts, () => draftStand(draft));
  const typed = typedInto(draft);
  if (typed.length === 0) return null;
  return (
    <section className="boxed said" aria-labelledby={id}>
      <h2 id={id}>You typed this and it was not sent</h2>
      <dl className="facts">
        {typed.map(({ label, words }) => (
          <Fact key={label} label={label}>
            <span className="fact-text">{words || '–'}</span>
          </Fact>
        ))}
      </dl>
      <div className="row-of-buttons">
        <CopyButton text={typed.map(({ label, words }) => `${label}: ${words}`).join('\n')} what="text" />
        <Button look="quiet" onClick={() => dropDraft(draft)}>
          Discard
        </Button>
      </div>
    </section>
  );
}
