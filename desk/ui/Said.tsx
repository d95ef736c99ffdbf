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
  /** The version of the record that the press has made; undefined when it makes none, or that is not known. */
  readonly version?: number | undefined;
}

export type Say = (tone: AlertTone, text: string, version?: number) => void;

/**
 * The message about the last press, and the function that sets it. The same words, set again, are announced again. A failure that
 * comes when this part of the screen is gone is told on the screen that is shown by then.
 *
 * @param about what is pressed on, when that has a better name than the screen
 * @param changes what the presses change. It is read again with each message, also when the event stream is not connected
 * @param shown the version of the record that is shown. That something is done is not said any longer over a later one
 */
export function useSaid(about?: string, changes?: DeskTopic, shown?: number): [SaidNow | undefined, Say] {
  const [said, setSaid] = useState<SaidNow>();
  const tell = useTellFailureHere(about);
  const say = useCallback<Say>(
    (tone, text, version) => {
      if (changes) readAgain({ topics: [{ topic: changes, id: null }] });
      tell(tone === 'stop' ? text : undefined, () =>
        setSaid((before) => ({ tone, text, version, attempt: (before?.attempt ?? 0) + 1 })),
      );
    },
    [tell, changes],
  );
  const isOver = said?.tone === 'go' && said.version !== undefined && shown !== undefined && shown > said.version;
  return [isOver ? undefined : said, say];
}

/** Shows the message, unless it is empty: a failure interrupts a screen reader, others wait. Both live regions must exist before their words. */
export function Said({ said }: { said: SaidNow | undefined }) {
  const attempt = said?.attempt ?? 0;
  return (
    <>
      <Alert tone="stop" shown={said?.tone === 'stop'} attempt={attempt}>
        <p>{said?.text}</p>
      </Alert>
      <Alert
        tone={said?.tone === 'note' ? 'note' : 'go'}
        shown={said !== undefined && said.tone !== 'stop' && said.text !== ''}
        attempt={attempt}
      >
        <p>{said?.text}</p>
      </Alert>
    </>
  );
}
