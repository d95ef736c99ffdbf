import { useEffect, useState } from 'react';
import { type TextAgentAnswer, textAgentPath } from '#contract/text-agent.ts';

/** Whether Text Agent is switched on. False until the server has said so. */
export function useTextAgent(): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      const response = await fetch(textAgentPath, { signal: leaving.signal });
      const answer = (await response.json()) as Partial<TextAgentAnswer> | null;
      if (response.ok) setOn(answer?.on === true);
    };
    // Without a response the page says what is always true: Text Agent is coming, and the direct line works.
    ask().catch(() => setOn(false));
    return () => leaving.abort();
  }, []);
  return on;
}
