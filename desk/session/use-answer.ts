import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The answer to a question that a page asks when it appears, or undefined until it comes. An answer that comes after the page was left
 * is dropped.
 *
 * @returns the answer, and a function that forgets it and asks again
 */
export function useAnswer<Answer extends object>(ask: () => Promise<Answer>): [Answer | undefined, () => void] {
  const [answer, setAnswer] = useState<Answer>();
  const [tries, setTries] = useState(0);
  const askNow = useEffectEvent(ask);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    let left = false;
    void askNow().then((given) => left || setAnswer(given));
    return () => {
      left = true;
    };
  }, [tries]);
  const again = () => {
    setAnswer(undefined);
    setTries(tries + 1);
  };
  return [answer, again];
}
