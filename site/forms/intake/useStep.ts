import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listen } from '#client/lib/listen.ts';
import { intakeFormId } from '../page-of-form.ts';

/** What the intake shows: its form when the URL's fragment names it or a part, else the welcome panel. So Back returns there. */
type IntakeStep = 'welcome' | 'form';

const watch = (listener: () => void): (() => void) => listen(window, { hashchange: listener, popstate: listener });

const read = (): IntakeStep =>
  location.hash === `#${intakeFormId}` || location.hash.startsWith('#intake-') ? 'form' : 'welcome';

/** The step; `undefined` in the served document, where CSS decides by the same fragment. */
export function useStep(): IntakeStep | undefined {
  const step = useSyncExternalStore<IntakeStep | undefined>(watch, read, () => undefined);
  const before = useRef<IntakeStep>(undefined);
  useEffect(() => {
    if (before.current && before.current !== step) {
      const form = document.getElementById(intakeFormId);
      const errors = form?.querySelector('.summary:not([hidden])')?.parentElement;
      const target = step === 'form' ? (errors ?? form) : document.querySelector('main h1');
      if (target instanceof HTMLElement) {
        const arrive = () => {
          target.tabIndex = -1;
          target.focus({ preventScroll: true });
          target.scrollIntoView();
        };
        arrive();
        // The browser focuses the form, because the fragment names it, and sometimes does so only some frames later.
        if (target === errors) target.onblur = (event) => event.relatedTarget === form && arrive();
      }
    }
    before.current = step;
  }, [step]);
  return step;
}
