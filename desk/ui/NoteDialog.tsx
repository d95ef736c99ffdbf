import type { ComponentProps } from 'react';
import { Dialog } from '#client/ui/Dialog.tsx';

type NoteDialogProps = Omit<ComponentProps<typeof Dialog>, 'size' | 'material'>;

/** The usual dialog of the desk: small, with a button that closes it, and its parts below each other. */
export const NoteDialog = ({ children, ...props }: NoteDialogProps) => (
  <Dialog closeLabel="Close" size="note" material="night" {...props}>
    <div className="dialog-part">{children}</div>
  </Dialog>
);
