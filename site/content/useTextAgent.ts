import { useEffect, useState } from 'react';
import { exchange } from '#client/lib/exchange.ts';
import { readJson } from '#client/lib/storage.ts';
import { type TextAgentAnswer, textAgentPath } from '#contract/text-agent.ts';

/** Whether Text Agent is switched on. False until the server has said so: the direct line always works. */
export function useTextAgent(): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    // The response may be a minute old, so the browser may keep it.
    void exchange(fetch, textAgentPath, { cache: 'default', signal: leaving.signal }).then((response) => {
      const { on } = Object(readJson(response?.text)) as Partial<TextAgentAnswer>;
      setOn(on === true);
    });
    return () => leaving.abort();
  }, []);
  return on;
}
