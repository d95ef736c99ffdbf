import { useCallback, useState } from 'react';
import { Alert, type AlertTone } from '#client/ui/Alert.tsx';

/** The result of the last press of a part of the screen. */
export interface SaidNow {
  readonly tone: AlertTone;
  readonly text: string;
  readonly attempt: number;
}

export type Say = (tone: AlertTone, text: string) => void;

/** What the last press came to, and the function that says it. The same words said again are announced again. */
export function useSaid(): [SaidNow | undefined, Say] {
  const [said, setSaid] = useState<SaidNow>();
  const say = useCallback<Say>(
    (tone, text) => setSaid((before) => ({ tone, text, attempt: (before?.attempt ?? 0) + 1 })),
    [],
  );
  return [said, say];
}

/** Tells it, in its own place; failures interrupt, the rest waits its turn. Both places are there before they have words. */
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
