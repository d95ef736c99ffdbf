import { useId } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Said } from '../ui/Said.tsx';
import { useShownOnce } from '../ui/use-shown-once.ts';

interface LinkToHandOverProps {
  link: string;
  /** What to do with it. */
  says: string;
  onKept: () => void;
}

/** Shows a link once, to be handed to a person. */
export function LinkToHandOver({ link, says, onKept }: LinkToHandOverProps) {
  const id = useId();
  const { said, copy } = useShownOnce(link);
  return (
    <div className="form">
      <p id={id}>{says} It is shown this once, and works once.</p>
      <p className="said">
        <code>{link}</code>
      </p>
      <div className="row-of-buttons">
        <Button look="primary" onClick={() => void copy()} aria-describedby={id}>
          Copy the link
        </Button>
        <Button onClick={onKept}>I have kept it</Button>
      </div>
      <Said said={said} />
    </div>
  );
}
