import { showOnce } from '../lib/shown-once.ts';
import { TextOnce } from '../ui/TextOnce.tsx';

/** What to do with the secret of an endpoint. */
export const toReceiver = 'Give it to the receiver, which verifies every webhook with it.';

/**
 * Shows a secret once. Nobody can read it again later.
 *
 * @param answer the server's answer that brought it
 * @param says what to do with it
 */
export const showSecret = (answer: object, title: string, secret: string, says: string): void =>
  showOnce(answer, {
    title,
    draw: (onKept) => (
      <TextOnce
        text={secret}
        says={`${says} It is shown only now: nobody can read it here again.`}
        copy="Copy it"
        onKept={onKept}
      />
    ),
  });
