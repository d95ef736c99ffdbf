import { useState } from 'react';
import { type ConfirmProps, Confirm as Question } from '#client/ui/Confirm.tsx';
import { useHoldOpen } from '#client/ui/Dialog.tsx';

/**
 * A button that asks before it sends something to the server. While that is sent, the question says so and cannot be taken back, a
 * second press does nothing, and a dialog around it stays open.
 */
export function Confirm({ confirmLabel, onConfirm, ...rest }: Omit<ConfirmProps, 'busy'>) {
  const [busy, setBusy] = useState(false);
  useHoldOpen(busy);
  const act = async () => {
    if (busy) return false;
    setBusy(true);
    try {
      return await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return <Question {...rest} busy={busy} confirmLabel={busy ? 'One moment…' : confirmLabel} onConfirm={act} />;
}
