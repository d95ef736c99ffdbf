import { useEffect } from 'react';

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // oxlint-disable-next-line typescript/no-deprecated -- Chrome below 119 asks only for this
  event.returnValue = true;
}

/** While something is shown that is not shown again, the browser asks before the document is left. */
export function useAskBeforeLeaving(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [asks]);
}
