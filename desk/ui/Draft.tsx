import { useLayoutEffect, useRef, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import {
  type Bases,
  beginDraft,
  draftBases,
  draftValue,
  dropDraft,
  fillFromDraft,
  keepDraft,
  keepDraftValue,
  moveDraft,
  type Overtaken,
  standOf,
} from '../lib/drafts.ts';

/**
 * Keeps what is typed into a form, and fills the form with it when it is shown again.
 *
 * @param key tells the form from every other one; without one nothing is kept
 * @param earlier the keys of what became a part of this thing: what was typed there and not sent is typed here by now
 */
export function useDraft(key: string | undefined, earlier: readonly string[] = []) {
  const form = useRef<HTMLFormElement>(null);
  const [overtaken, setOvertaken] = useState<readonly Overtaken[]>([]);
  const from = earlier.join('\n');
  useLayoutEffect(() => {
    if (!form.current) return;
    if (!key) return void beginDraft(form.current);
    for (const one of from.split('\n')) moveDraft(one, key);
    setOvertaken(fillFromDraft(key, form.current));
  }, [key, from]);
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

/** A part of what is typed, in words: as it is stored now, and as it was typed. */
export interface Part extends Overtaken {
  readonly mine: string;
}

/**
 * State that no control of a form holds alone, such as a list of hours, kept like what is typed into one. It holds the version
 * that it was made from, so that what others store meanwhile is never overwritten unseen.
 *
 * @param stored what it is before anything was changed
 * @param partsOf the parts of a value that others may store, too
 */
export function useDraftValue<T>(key: string, stored: T, partsOf: (value: T) => readonly Part[]) {
  const [kept] = useState(() => draftValue(key) as T | undefined);
  const [value, setValue] = useState<T>(kept ?? stored);
  const base = useRef(stored);
  const [bases] = useState(() => ({ now: kept === undefined ? basesOf(partsOf(stored)) : draftBases(key) }));
  const [overtaken, setOvertaken] = useState(() => overtakenOf(kept === undefined ? [] : partsOf(kept), bases.now));
  return {
    value,
    /** What somebody else stored since the value was made, when it was kept before the form was shown. */
    overtaken,
    change: (next: T) => {
      setValue(next);
      // A part that was not there before, such as another date, is changed from how it stands now.
      const added = partsOf(next).filter(({ label }) => !(label in bases.now));
      bases.now = { ...bases.now, ...Object.fromEntries(added.map(({ label, now }) => [label, now])) };
      keepDraftValue(key, JSON.stringify(next) === JSON.stringify(base.current) ? undefined : next, bases.now);
    },
    /** Begins anew from what is stored now. */
    begin: (now: T) => {
      base.current = now;
      bases.now = basesOf(partsOf(now));
      setOvertaken([]);
      setValue(now);
      dropDraft(key);
    },
  };
}

/** What stands in the parts of a value that is as it is stored. */
const basesOf = (parts: readonly Part[]): Bases => Object.fromEntries(parts.map(({ label, mine }) => [label, mine]));

/** The parts that stand differently than when they were changed. */
const overtakenOf = (parts: readonly Part[], bases: Bases): readonly Overtaken[] =>
  parts.filter(({ label, now, mine }) => label in bases && now !== bases[label] && now !== mine);

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
