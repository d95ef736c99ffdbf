import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { fieldsOf } from '../lib/controls.ts';
import {
  type Bases,
  beginDraft,
  draftBases,
  draftStand,
  draftValue,
  dropDraft,
  fillFromDraft,
  keepDraft,
  keepDraftValue,
  moveDraft,
  type Overtaken,
  onDraftErased,
  rebaseDraft,
} from '../lib/drafts.ts';
import { isSame } from '../lib/own-changes.ts';

/**
 * Keeps what is typed into a form, and fills the form with it when it is shown again.
 *
 * @param key identifies the form; without a key nothing is kept
 * @param earlier the keys of things that became a part of this one. A draft under such a key is moved to `key`
 */
export function useDraft(key: string | undefined, earlier: readonly string[] = []) {
  const form = useRef<HTMLFormElement>(null);
  const [overtaken, setOvertaken] = useState<readonly Overtaken[]>([]);
  const [isBack, setBack] = useState(false);
  const [sentBefore, setSentBefore] = useState<ReadonlyMap<string, string>>();
  const [hasAnother, setAnother] = useState(false);
  const from = earlier.join('\n');
  useLayoutEffect(() => {
    if (!form.current) return;
    if (!key) return void beginDraft(form.current);
    for (const one of from.split('\n')) moveDraft(one, key);
    const filled = fillFromDraft(key, form.current);
    setOvertaken(filled.overtaken);
    if (filled.isBack) setBack(true);
  }, [key, from]);
  // By now the form is drawn with what is stored.
  useLayoutEffect(() => {
    if (key && form.current && sentBefore) rebaseDraft(key, form.current, sentBefore);
  }, [key, sentBefore]);
  const empty = useCallback(() => {
    setOvertaken([]);
    setBack(false);
    setAnother(false);
    form.current?.reset();
  }, []);
  useEffect(() => (key ? onDraftErased(key, empty) : undefined), [key, empty]);
  return {
    form,
    overtaken,
    /** Whether the form shows text of a draft that existed before the form was shown. */
    isBack,
    /** Whether a form that edits a record was stored, and something was typed meanwhile that was not. */
    hasMore: sentBefore !== undefined,
    /** Whether a form that makes something new was stored, and what was typed meanwhile would be another one. */
    hasAnother,
    /** Drops the draft, and shows what is stored. The focus goes to the first field, because the button that was pressed goes. */
    discard: () => {
      if (key) dropDraft(key);
      empty();
      form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    },
    keep: () => {
      if (key && form.current) keepDraft(key, form.current);
    },
    /**
     * Call it when the form is sent. Call the function that it returns once the server has stored that: the function drops the
     * draft, keeps what was typed meanwhile, and returns whether there is such text. A draft that another form has kept under the
     * same key since, when this one is gone, stays.
     *
     * @param edits whether the form edits a record: what was typed meanwhile is then a change of what is stored
     */
    begin: (edits: boolean) => {
      const element = form.current;
      const sent = element ? fieldsOf(element) : new Map<string, string>();
      const kept = key && draftStand(key);
      setSentBefore(undefined);
      setAnother(false);
      return (): boolean => {
        setOvertaken([]);
        setBack(false);
        if (key && (element?.isConnected || draftStand(key) === kept)) dropDraft(key);
        if (!element?.isConnected || isSame([...fieldsOf(element)], [...sent])) return false;
        if (edits) setSentBefore(sent);
        else if (key) keepDraft(key, element);
        setAnother(!edits);
        return true;
      };
    },
  };
}

/** A part of a typed value in words: `now` as it is stored now, `mine` as it was typed. */
export interface Part extends Overtaken {
  readonly mine: string;
}

/**
 * State that no single control holds, such as a list of hours, with a draft like that of a form. It remembers what was stored
 * before the change, so that what others store meanwhile is never overwritten unseen.
 *
 * @param stored the value before anything was changed
 * @param partsOf the parts of a value that others may change as well
 */
export function useDraftValue<T>(key: string, stored: T, partsOf: (value: T) => readonly Part[]) {
  const [kept] = useState(() => draftValue(key) as T | undefined);
  const [value, setValue] = useState<T>(kept ?? stored);
  const newest = useRef(value);
  const base = useRef(stored);
  const [bases] = useState(() => ({ now: kept === undefined ? basesOf(partsOf(stored)) : draftBases(key) }));
  const [overtaken, setOvertaken] = useState(() => overtakenOf(kept === undefined ? [] : partsOf(kept), bases.now));
  const set = (next: T): void => {
    newest.current = next;
    setValue(next);
  };
  const change = (next: T): void => {
    set(next);
    // A part that is new in the value, such as another date, is compared with what is stored now.
    const added = partsOf(next).filter(({ label }) => !(label in bases.now));
    bases.now = { ...bases.now, ...Object.fromEntries(added.map(({ label, now }) => [label, now])) };
    keepDraftValue(key, isSame(next, base.current) ? undefined : next, bases.now);
  };
  const begin = (now: T): void => {
    base.current = now;
    bases.now = basesOf(partsOf(now));
    setOvertaken([]);
    set(now);
    dropDraft(key);
  };
  return {
    value,
    /** The value with every change so far, also with those that are not drawn yet. For use after a wait. */
    newest: (): T => newest.current,
    /** What somebody else has stored since a draft was made that existed before the form was shown. */
    overtaken,
    change,
    /** Drops the draft and begins again with the stored value. */
    begin,
    /**
     * Call it when the value is sent. Call the function that it returns once the server has stored the value. What was changed
     * meanwhile stays, as a change of what is stored then, and the function returns whether there is such a change.
     */
    send: () => {
      const sent = newest.current;
      /** @param onto the newer value as a change of what is stored now */
      return (now: T, onto: (newer: T, now: T) => T = (newer) => newer): boolean => {
        const newer = newest.current;
        begin(now);
        if (isSame(newer, sent)) return false;
        change(onto(newer, now));
        return true;
      };
    },
  };
}

/**
 * Says that a form was stored, and that what was changed in it meanwhile was not. The form stays open.
 *
 * @param another whether the form makes something new with each press; or, in words, what was made, and what another press does
 */
export function MoreToSave({ shown, another = false }: { shown: boolean; another?: boolean | string }) {
  const made = another === true ? 'Press again to add it as another one.' : another;
  return (
    <Alert tone="note" shown={shown}>
      <p>
        It is saved as it was when you pressed.{' '}
        {made ? `What you typed since is not saved. ${made}` : 'What you changed since is not saved yet.'}
      </p>
    </Alert>
  );
}

/** The texts of a stored value's parts, by label. */
const basesOf = (parts: readonly Part[]): Bases => Object.fromEntries(parts.map(({ label, mine }) => [label, mine]));

/** The parts whose stored value has changed since the person changed them. */
const overtakenOf = (parts: readonly Part[], bases: Bases): readonly Overtaken[] =>
  parts.filter(({ label, now, mine }) => label in bases && now !== bases[label] && now !== mine);

/** Says which fields with a draft somebody else has changed. The form shows what was typed; this note, what is stored. */
export function OvertakenNote({ overtaken }: { overtaken: readonly Overtaken[] }) {
  return (
    <Alert tone="note" shown={overtaken.length > 0}>
      <p>
        Somebody changed this while you were away. What you typed is shown. The saved version now has{' '}
        {overtaken.map(({ label, now }) => `${label}: ${now || 'nothing'}`).join('; ')}.
      </p>
    </Alert>
  );
}
