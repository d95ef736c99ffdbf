import { useId, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { copyText } from '#client/ui/CopyButton.tsx';
import { useHoldOpen } from '#client/ui/Dialog.tsx';
import { Said, useSaid } from './Said.tsx';

interface TextOnceProps {
  text: string;
  /** What to do with it. */
  says: string;
  /** The label of the button that copies it. */
  copy: string;
  onKept: () => void;
}

/**
 * A text that is shown only once: a secret, or a link to hand over. The dialog around it cannot be closed until the text was copied
 * or its person says that they have kept it.
 */
export function TextOnce({ text, says, copy, onKept }: TextOnceProps) {
  const id = useId();
  const [said, say] = useSaid();
  const [copied, setCopied] = useState(false);
  useHoldOpen(!copied, () => say('stop', 'It is not shown again. Copy it, or press “I have kept it”.'));
  const write = async () => {
    if (!(await copyText(text))) return say('stop', 'The browser did not allow copying. Select the text.');
    setCopied(true);
    say('go', 'Copied.');
  };
  return (
    <div className="form">
      <p id={id}>{says}</p>
      <p className="boxed said">
        <code>{text}</code>
      </p>
      <div className="row-of-buttons">
        <Button look="primary" onClick={() => void write()} aria-describedby={id}>
          {copy}
        </Button>
        <Button onClick={onKept}>I have kept it</Button>
      </div>
      <Said said={said} />
    </div>
  );
}
