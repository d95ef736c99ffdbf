import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { listen } from '#client/lib/listen.ts';
import type { Answers, Field, FieldError } from '#contract/fields.ts';
import type { DraftState } from './DraftNote.tsx';
import { isAnswered, readForm, readTyped, writeForm } from './read-form.ts';
import type { Kept } from './sending/drafts.ts';
import type { Sending } from './sending/sending.ts';

/** How long a person may pause before what they typed is saved. */
const saveAfterMs = 400;

const none: DraftState = { status: 'none' };

/** What the form says of its draft. */
function stateOf(kept: Kept | undefined): DraftState {
  if (!kept) return none;
  return kept instanceof Date ? { status: 'saved', at: kept } : { status: kept };
}

interface DraftOptions {
  form: RefObject<HTMLFormElement | null>;
  fields: readonly Field[];
  sending: () => Sending;
  /** The answers changed otherwise than by typing. */
  onWritten: () => void;
  /** A form that had waited to be sent came back because the server cannot take it as it is. */
  onReturned: (errors: readonly FieldError[]) => void;
  /** What is kept of the form changed. */
  onKept: () => void;
}

/**
 * Keeps what is typed on this device: saves it when typing pauses and when the page is left, brings it back when the form
 * is opened again, clears it on demand and undoes the clearing.
 */
export function useDraft({ form, fields, sending, onWritten, onReturned, onKept }: DraftOptions) {
  const [draft, setDraft] = useState(none);
  const [reworded, setReworded] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cleared = useRef<Answers>(undefined);

  const saveNow = useCallback(() => {
    if (timer.current === undefined || !form.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const { answers, sendable } = readTyped(form.current, fields);
    // What a person empties by hand leaves the device: otherwise the next visit brings back what they deleted.
    const kept = isAnswered(answers) ? sending().save(answers, sendable) : sending().emptied();
    onKept();
    // What was cleared can be had back until something else is kept in its place.
    setDraft((before) => (kept === undefined && before.status === 'cleared' ? before : stateOf(kept)));
  }, [form, fields, sending, onKept]);

  const saveSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(saveNow, saveAfterMs);
  }, [saveNow]);

  const restore = () => {
    if (!form.current) return;
    const saved = sending().draft();
    if (saved) {
      writeForm(form.current, fields, saved.answers, { onlyUntouched: true });
      setDraft(stateOf(saved.savedAt));
      setReworded(saved.reworded === true);
    }
    const held = readForm(form.current, fields);
    if (!isAnswered(held)) return;
    const named = form.current.elements.namedItem('submission_id') as HTMLInputElement;
    const posted = named.value;
    named.value = '';
    if (posted || !saved) sending().resume(readTyped(form.current, fields).sendable, posted);
    onWritten();
    // What was typed before the script came is kept like what is typed now. A draft as it was keeps its time.
    if (posted || JSON.stringify(held) !== JSON.stringify(saved?.answers)) saveSoon();
    onKept();
    if (saved && saved.errors.length > 0) onReturned(saved.errors);
  };

  // Another tab may clear, send or replace what this one has kept.
  const look = useEffectEvent(() => {
    onKept();
    if (timer.current !== undefined) return;
    setDraft((before) => (before.status === 'saved' || before.status === 'tab' ? stateOf(sending().kept()) : before));
  });
  useEffect(() => listen(window, { storage: look, pageshow: look }), []);

  const begin = useEffectEvent(restore);
  useEffect(() => begin(), []);

  // A layout effect ends while the form is still in the page, so that what was typed last is saved when it is left.
  useLayoutEffect(() => {
    const hearNoMore = listen(window, { pagehide: saveNow, visibilitychange: saveNow });
    return () => {
      saveNow();
      hearNoMore();
    };
  }, [saveNow]);

  const clear = () => {
    if (!form.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    cleared.current = readForm(form.current, fields);
    form.current.reset();
    const elsewhere = sending().clear();
    onKept();
    setDraft({ status: 'cleared', elsewhere });
    onWritten();
  };

  const undo = () => {
    if (!form.current || !cleared.current) return;
    writeForm(form.current, fields, cleared.current, { onlyUntouched: false });
    setDraft(stateOf(sending().undoClear(cleared.current)));
    onKept();
    onWritten();
  };

  /** The form was sent: nothing is left to keep, and nothing to bring back. */
  const forget = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setDraft(none);
    setReworded(false);
  };

  return { draft, reworded, restore, saveSoon, saveNow, clear, undo, forget };
}
