import { useEffect, useState, useSyncExternalStore } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { type ErasedRecord, findErased, mostAskedErased } from '#contract/desk/erased-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { draftedIds, dropDraftsAbout, onDrafts } from '../lib/drafts.ts';
import { useRead } from '../lib/read.ts';

const wordsOf = ({ kind, reference }: ErasedRecord): string => {
  const named = {
    lead: `Lead ${reference} was erased`,
    request: `Request ${reference} was erased`,
    call: `Call ${reference} was erased`,
    dealership: 'A dealership was erased',
    contact: 'A contact of a dealership was removed or erased',
  };
  return `${named[kind]}. What you had typed about it and not sent was removed with it.`;
};

/** Asks which of these records were erased, and again when one of them changes or the console was not connected. Draws nothing. */
function Asking({ ids, onErased }: { ids: readonly string[]; onErased: (erased: readonly ErasedRecord[]) => void }) {
  const { data } = useRead(
    findErased,
    { query: { ids: ids.join(',') } },
    { topics: readTopics.findErased(ids), anew: true },
  );
  useEffect(() => {
    if (data && data.erased.length > 0) onErased(data.erased);
  }, [data, onErased]);
  return null;
}

/**
 * Removes from this tab what was typed about a record that was erased since, and says so on every screen. A tab that was asleep,
 * without a network or signed out asks when it is back.
 */
export function ErasedNote() {
  const typedAbout = useSyncExternalStore(onDrafts, () => draftedIds().join(','));
  const [lines, setLines] = useState<readonly string[]>([]);
  const [onErased] = useState(() => (erased: readonly ErasedRecord[]) => {
    const lost = erased.filter(({ id }) => dropDraftsAbout(id)).map(wordsOf);
    if (lost.length > 0) setLines((before) => [...new Set([...before, ...lost])]);
  });
  const ids = typedAbout === '' ? [] : typedAbout.split(',');
  const parts = Array.from({ length: Math.ceil(ids.length / mostAskedErased) }, (_, part) =>
    ids.slice(part * mostAskedErased, (part + 1) * mostAskedErased),
  );
  return (
    <>
      {parts.map((part) => (
        <Asking key={part.join()} ids={part} onErased={onErased} />
      ))}
      <Alert tone="note" shown={lines.length > 0} attempt={lines.length}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>
          <Button look="quiet" onClick={() => setLines([])}>
            Close this message
          </Button>
        </p>
      </Alert>
    </>
  );
}
