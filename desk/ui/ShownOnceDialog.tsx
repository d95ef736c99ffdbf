import { useAskBeforeLeaving } from '#client/lib/ask-before-leaving.ts';
import { takeShown, useShownOnce } from '../lib/shown-once.ts';
import { NoteDialog } from './NoteDialog.tsx';

/** Shows what is shown once, over whatever page is open. When the person leaves the document, the browser asks first. */
export function ShownOnceDialog() {
  const thing = useShownOnce();
  const isOpen = thing !== undefined;
  useAskBeforeLeaving(isOpen);
  const kept = () => thing && takeShown(thing);
  return (
    <NoteDialog open={isOpen} title={thing?.title ?? ''} onClose={kept}>
      {thing?.draw(kept)}
    </NoteDialog>
  );
}
