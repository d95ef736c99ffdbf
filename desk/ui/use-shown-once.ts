import { useState } from 'react';
import { useHoldOpen } from '#client/ui/Dialog.tsx';
import { useSaid } from './Said.tsx';

/**
 * For a text that is shown only once. The dialog around it cannot be closed until the text was copied; the component that shows it
 * can still remove it.
 */
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
