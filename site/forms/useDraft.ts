import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Answers, Field, FieldError } from '#contract/fields.ts';
import type { DraftState } from './DraftNote.tsx';
import { isAnswered, readForm, writeForm } from './read-form.ts';
import type { Sending } from './sending/sending.ts';

/** How long a person may pause before what they typed is saved. */
const saveAfterMs = 400;

const stateOf = (kept: Date | 'refused'): DraftState =>
  kept === 'refused' ? { status: 'refused' } : { status: 'saved', at: kept };

interface DraftOptions {
  form: RefObject<HTMLFormElement | null>;
  fields: readonly Field[];
  sending: () => Sending;
  /** The answers changed otherwise than by typing. */
  onWritten: () => void;
  /** A form that had waited to be sent came back because the server cannot take it as it is. */
  onReturned: (errors: readonly FieldError[]) => void;
}

/**
 * Keeps what is typed on this device: saves it when typing pauses and when the page is left, brings it back when the form
 * is opened again, clears it on demand and undoes the clearing.
 */
export function useDraft({ form, fields, sending, onWritten, onReturned }: DraftOptions) {
  const [draft, setDraft] = useState<DraftState>({ status: 'none' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cleared = useRef<Answers>(undefined);
  /** Whether answers of this form are on the device. */
  const onDevice = useRef(false);

  const saveNow = useCallback(() => {
    if (timer.current === undefined || !form.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const answers = readForm(form.current, fields);
    if (!isAnswered(answers)) {
      // Emptied by hand: otherwise the next visit brings back what the person deleted.
      if (onDevice.current) sending().emptied();
      onDevice.current = false;
      setDraft({ status: 'none' });
      return;
    }
    const kept = sending().save(answers);
    if (!kept) return;
    onDevice.current = true;
    setDraft(stateOf(kept));
  }, [form, fields, sending]);

  const saveSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(saveNow, saveAfterMs);
  }, [saveNow]);

  const restore = () => {
    if (!form.current) return;
    const saved = sending().draft();
    if (!saved) return sending().resume(readForm(form.current, fields));
    writeForm(form.current, fields, saved.answers, { onlyUntouched: true });
    onDevice.current = true;
    setDraft({ status: 'saved', at: saved.savedAt });
    onWritten();
    if (saved.errors.length > 0) onReturned(saved.errors);
  };

  const begin = useEffectEvent(restore);
  useEffect(() => begin(), []);

  // A layout effect ends while the form is still in the page, so that what was typed last is saved when it is left.
  useLayoutEffect(() => {
    addEventListener('pagehide', saveNow);
    document.addEventListener('visibilitychange', saveNow);
    return () => {
      saveNow();
      removeEventListener('pagehide', saveNow);
      document.removeEventListener('visibilitychange', saveNow);
    };
  }, [saveNow]);

  const clear = () => {
    if (!form.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    cleared.current = readForm(form.current, fields);
    form.current.reset();
    sending().clear();
    onDevice.current = false;
    setDraft({ status: 'cleared' });
    onWritten();
  };

  const undo = () => {
    if (!form.current || !cleared.current) return;
    writeForm(form.current, fields, cleared.current, { onlyUntouched: false });
    const kept = sending().save(cleared.current);
    onDevice.current = kept !== undefined;
    setDraft(kept ? stateOf(kept) : { status: 'none' });
    onWritten();
  };

  /** The form was sent: nothing is left to keep, and nothing to bring back. */
  const forget = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    onDevice.current = false;
    setDraft({ status: 'none' });
  };

  return { draft, restore, saveSoon, saveNow, clear, undo, forget };
}
