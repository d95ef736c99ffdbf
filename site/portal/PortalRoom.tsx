import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DirectLine } from './DirectLine.tsx';

/** What the door opens to until the portal is there: the line that does the same by voice. */
export function PortalRoom({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title="Dealer Portal"
      material="night"
      size="note"
      closeLabel="Close the Dealer Portal"
      onClose={onClose}
      closesOutside={() => true}
    >
      <DirectLine />
      <div className="dialog-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
