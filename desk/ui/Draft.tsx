import { useLayoutEffect, useRef, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import {
  draftValue,
  dropDraft,
  fillFromDraft,
  keepDraft,
  keepDraftValue,
  type Overtaken,
  standOf,
} from '../lib/drafts.ts';

/**
 * Keeps what is typed into a form, and fills the form with it when it is shown again.
 *
 * @param key tells the form from every other one; without one nothing is kept
 */
export function useDraft(key: string | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const [overtaken, setOvertaken] = useState<readonly Overtaken[]>([]);
  useLayoutEffect(() => {
    if (key && form.current) setOvertaken(fillFromDraft(key, form.current));
  }, [key]);
  return {
    form,
    overtaken,
    keep: () => {
      if (key && form.current) keepDraft(key, form.current);
    },
    /**
     * To be called when the form is sent. What it returns is to be called once that was taken: it forgets the draft, but for what
     * was typed meanwhile, which is something new. Returns whether there is such.
     */
    begin: () => {
      const element = form.current;
      const sent = element && standOf(element);
      return (): boolean => {
        setOvertaken([]);
        if (key) dropDraft(key);
        if (!element?.isConnected || standOf(element) === sent) return false;
        if (key) keepDraft(key, element);
        return true;
      };
    },
  };
}

/**
 * State that no control of a form holds alone, such as a list of hours, kept like what is typed into one. It holds the version
 * that it was made from, so that what others store meanwhile is never overwritten unseen.
 *
 * @param stored what it is before anything was changed
 */
export function useDraftValue<T>(key: string, stored: T) {
  const [value, setValue] = useState<T>(() => (draftValue(key) as T | undefined) ?? stored);
  const base = useRef(stored);
  return {
    value,
    change: (next: T) => {
      setValue(next);
      keepDraftValue(key, JSON.stringify(next) === JSON.stringify(base.current) ? undefined : next);
    },
    /** Begins anew from what is stored now. */
    begin: (now: T) => {
      base.current = now;
      setValue(now);
      dropDraft(key);
    },
  };
}

/** Says what somebody else changed of the fields that were typed into before: what was typed is shown, and nothing is lost unseen. */
export function OvertakenNote({ overtaken }: { overtaken: readonly Overtaken[] }) {
  return (
    <Alert tone="note" shown={overtaken.length > 0}>
      <p>
        Somebody changed this while you were away. What you typed is shown. Stored is now{' '}
        {overtaken.map(({ label, now }) => `${label}: ${now || 'nothing'}`).join('; ')}.
      </p>
    </Alert>
  );
}
