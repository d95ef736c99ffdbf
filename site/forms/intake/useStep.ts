import { useEffect, useRef, useSyncExternalStore } from 'react';

/** What the intake shows: its welcome panel, or the form. The URL's fragment says which, so Back returns to the panel. */
export type IntakeStep = 'welcome' | 'form';

function watch(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  addEventListener('popstate', listener);
  return () => {
    removeEventListener('hashchange', listener);
    removeEventListener('popstate', listener);
  };
}

const read = (): IntakeStep => (location.hash ? 'form' : 'welcome');

/** The step, and nothing until script has come: until then CSS decides by the same fragment. */
export function useStep(formId: string): IntakeStep | undefined {
  const step = useSyncExternalStore<IntakeStep | undefined>(watch, read, () => undefined);
  const before = useRef<IntakeStep>(undefined);
  useEffect(() => {
    if (before.current && before.current !== step) {
      const target = step === 'form' ? document.getElementById(formId) : document.querySelector('main h1');
      if (target instanceof HTMLElement) {
        target.tabIndex = -1;
        target.focus({ preventScroll: true });
        target.scrollIntoView();
      }
    }
    before.current = step;
  }, [step, formId]);
  return step;
}
