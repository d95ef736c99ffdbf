import { useEffect } from 'react';
import { Dialog } from '#client/ui/Dialog.tsx';
import { takeShown, useShownOnce } from '../lib/shown-once.ts';

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
    <Dialog open={isOpen} title={thing?.title ?? ''} closeLabel="Close" size="note" material="night" onClose={kept}>
      <div className="dialog-part">{thing?.draw(kept)}</div>
    </Dialog>
  );
}
