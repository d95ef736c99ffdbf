import { useId } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Said, useSaid } from '../ui/Said.tsx';

/** A link that is shown this once, to be given to somebody. */
export function LinkToHandOver({ link, says }: { link: string; says: string }) {
  const id = useId();
  const [said, say] = useSaid();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      say('go', 'Copied.');
    } catch {
      say('stop', 'The browser did not allow copying. Select the link.');
    }
  };
  return (
    <div className="form">
      <p id={id}>{says} It is shown this once, and works once.</p>
      <p className="said">
        <code>{link}</code>
      </p>
      <div className="row-of-buttons">
        <Button onClick={() => void copy()} aria-describedby={id}>
          Copy the link
        </Button>
      </div>
      <Said said={said} />
    </div>
  );
}
