import { useEffect } from 'react';
import { takeShown, useShownOnce } from '../lib/shown-once.ts';
import { NoteDialog } from './NoteDialog.tsx';

const keepPage = (event: Event): void => event.preventDefault();

/** Shows what is shown once, over whatever page is open. When the person leaves the document, the browser asks first. */
export function ShownOnceDialog() {
  const thing = useShownOnce();
  const isOpen = thing !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    addEventListener('beforeunload', keepPage);
    return () => removeEventListener('beforeunload', keepPage);
  }, [isOpen]);
  const kept = () => thing && takeShown(thing);
  return (
    <NoteDialog open={isOpen} title={thing?.title ?? ''} onClose={kept}>
      {thing?.draw(kept)}
    </NoteDialog>
  );
}
