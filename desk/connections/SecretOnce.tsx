import { useEffect, useId, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Said } from '../ui/Said.tsx';
import { useShownOnce } from '../ui/use-shown-once.ts';

interface SecretOnceProps {
  /** What it is: `The secret of Back office`. */
  title: string;
  secret: string;
  /** What to do with it. */
  says: string;
  onDone: () => void;
}

/** Shows a secret once. Nobody can read it again later. */
export function SecretOnce({ title, secret, says, onDone }: SecretOnceProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { said, copy } = useShownOnce(secret);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="secret-once" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{says} It is shown this once: nobody can read it here again.</p>
      <p className="webhook-secret">
        <code>{secret}</code>
      </p>
      <div className="row-of-buttons">
        <Button look="primary" onClick={() => void copy()}>
          Copy it
        </Button>
        <Button onClick={onDone}>I have kept it</Button>
      </div>
      <Said said={said} />
    </section>
  );
}
