import { useCallback, useState } from 'react';
import { Alert, type AlertTone } from '#client/ui/Alert.tsx';
import type { DeskTopic } from '#contract/desk/live.ts';
import { useTellFailureHere } from '../lib/left-press.ts';
import { readAgain } from '../lib/read.ts';

/** The message about the last press in a part of the screen. `attempt` counts the messages. */
interface SaidNow {
  readonly tone: AlertTone;
  readonly text: string;
  readonly attempt: number;
}

export type Say = (tone: AlertTone, text: string) => void;

/**
 * The message about the last press, and the function that sets it. The same words, set again, are announced again. A failure that
 * comes when this part of the screen is gone is told on the screen that is shown by then.
 *
 * @param about what is pressed on, when that has a better name than the screen
 * @param changes what the presses change. It is read again with each message, also when the event stream is not connected
 */
export function useSaid(about?: string, changes?: DeskTopic): [SaidNow | undefined, Say] {
  const [said, setSaid] = useState<SaidNow>();
  const tell = useTellFailureHere(about);
  const say = useCallback<Say>(
    (tone, text) => {
      if (changes) readAgain({ topics: [{ topic: changes, id: null }] });
      tell(tone === 'stop' ? text : undefined, () =>
        setSaid((before) => ({ tone, text, attempt: (before?.attempt ?? 0) + 1 })),
      );
    },
    [tell, changes],
  );
  return [said, say];
}

/** Shows the message: a failure interrupts a screen reader, others wait. Both live regions must exist before their words. */
export function Said({ said }: { said: SaidNow | undefined }) {
  const attempt = said?.attempt ?? 0;
  return (
    <>
      <Alert tone="stop" shown={said?.tone === 'stop'} attempt={attempt}>
        <p>{said?.text}</p>
      </Alert>
      <Alert
        tone={said?.tone === 'note' ? 'note' : 'go'}
        shown={said !== undefined && said.tone !== 'stop'}
        attempt={attempt}
      >
        <p>{said?.text}</p>
      </Alert>
    </>
  );
}
