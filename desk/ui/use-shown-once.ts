import { useState } from 'react';
import { useHoldOpen } from '#client/ui/Dialog.tsx';
import { useSaid } from './Said.tsx';

/** A text that is shown this once. The dialog around it stays open until it was copied, or until its owner takes it away. */
export function useShownOnce(text: string) {
  const [said, say] = useSaid();
  const [copied, setCopied] = useState(false);
  useHoldOpen(!copied, () => say('stop', 'It is not shown again. Copy it, or press “I have kept it”.'));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      say('go', 'Copied.');
    } catch {
      say('stop', 'The browser did not allow copying. Select the text.');
    }
  };
  return { said, copy };
}
