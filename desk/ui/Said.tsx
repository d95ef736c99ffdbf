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

/** Says something. `isOver` tells from what is shown later that it is not so any longer. */
export type Say<Shown = unknown> = (tone: AlertTone, text: string, isOver?: (shown: Shown) => boolean) => void;

/** Of what was stored as this version of a record: whether somebody has stored a later one. */
export const isAfter =
  (version: number | undefined) =>
  (shown = 0): boolean =>
    version !== undefined && shown > version;

/**
 * The message about the last press, and the function that sets it. The same words, set again, are announced again. A failure that
 * comes when this part of the screen is gone is told on the screen that is shown by then.
 *
 * @param about what is pressed on, when that has a better name than the screen
 * @param changes what the presses change. It is read again with each message, also when the event stream is not connected
 * @param shown what is shown, such as the version of the record. That something is done is not said any longer once it is over
 */
export function useSaid<Shown = unknown>(
  about?: string,
  changes?: DeskTopic,
  shown?: Shown,
): [SaidNow | undefined, Say<Shown>] {
  const [said, setSaid] = useState<SaidNow & { readonly isOver: Parameters<Say<Shown>>[2] }>();
  const tell = useTellFailureHere(about);
  const say = useCallback<Say<Shown>>(
    (tone, text, isOver) => {
      if (changes) readAgain({ topics: [{ topic: changes, id: null }] });
      tell(tone === 'stop' ? text : undefined, () =>
        setSaid((before) => ({ tone, text, isOver, attempt: (before?.attempt ?? 0) + 1 })),
      );
    },
    [tell, changes],
  );
  const isOver = said?.tone === 'go' && shown !== undefined && said.isOver?.(shown);
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
