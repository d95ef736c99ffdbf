import { useEffect, useEffectEvent } from 'react';
import type { LeadKind } from '#contract/pages.ts';
import { useQueue } from './sending/queue-view.ts';

/** Takes a form back that had waited to be sent and that the server cannot take as it is, as soon as its form is there for it. */
export function useReturned(kind: LeadKind, isFree: boolean, restore: () => void): void {
  const refused = useQueue().some((lead) => lead.kind === kind && lead.state === 'refused');
  const takeBack = useEffectEvent(restore);
  useEffect(() => {
    if (isFree && refused) takeBack();
  }, [isFree, refused]);
}
