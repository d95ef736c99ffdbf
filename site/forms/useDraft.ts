import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { listen } from '#client/lib/listen.ts';
import type { Answers, Field, FieldError } from '#contract/fields.ts';
import type { DraftState } from './DraftNote.tsx';
import type { LeadStatus } from './lead-status.ts';
import { isAnswered, readForm, readTyped, writeForm } from './read-form.ts';
import type { Kept } from './sending/draft-copies.ts';
import { draftLifeMs } from './sending/lifetimes.ts';

/** How long typing must pause before it is saved, in milliseconds. */
const saveAfterMs = 400;

const none: DraftState = { status: 'none' };

/** The state of the draft, as the form shows it. */
function stateOf(kept: Kept | undefined): DraftState {
  if (!kept) return none;
  return kept instanceof Date ? { status: 'saved', at: kept } : { status: kept };
}

interface DraftOptions {
  form: RefObject<HTMLFormElement | null>;
  fields: readonly Field[];
  status: LeadStatus;
  /** Called when the answers changed other than by typing. */
  onWritten: () => void;
  /** Called when a submission came back from the queue because the server refused it. */
  onReturned: (errors: readonly FieldError[]) => void;
}

/**
 * Keeps what is typed on this device: saves it when typing pauses and when the page is left, brings it back when the form
 * is opened again, clears it on demand and undoes the clearing.
 */
export function useDraft({ form, fields, status, onWritten, onReturned }: DraftOptions) {
  const { sending, lookAtDraft, reopen } = status;
  const [draft, setDraft] = useState(none);
  const [reworded, setReworded] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cleared = useRef<Answers>(undefined);
  /** When the draft was saved last; undefined while it is not on the device. */
  const savedAt = useRef<Date>(undefined);

  /** The state of a draft that is kept so from now on. */
  const keptNow = useCallback((kept: Kept | undefined): DraftState => {
    savedAt.current = kept instanceof Date ? kept : undefined;
    return stateOf(kept);
  }, []);

  const saveNow = useCallback(() => {
    if (timer.current === undefined || !form.current) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const { answers, sendable } = readTyped(form.current, fields);
    // A form that the person empties is removed from the device. Otherwise the next visit would bring back what they deleted.
    const kept = isAnswered(answers) ? sending().save(answers, sendable) : sending().emptied();
    lookAtDraft();
    const now = keptNow(kept);
    // Undo stays possible until something else is stored.
    setDraft((before) => (kept === undefined && before.status === 'cleared' ? before : now));
  }, [form, fields, sending, lookAtDraft, keptNow]);

  const saveSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(saveNow, saveAfterMs);
  }, [saveNow]);

  const restore = () => {
    if (!form.current) return;
    const saved = sending().draft();
    if (saved) {
      writeForm(form.current, fields, saved.answers, { onlyUntouched: true });
      setDraft(keptNow(saved.savedAt));
      setReworded(saved.reworded === true);
    }
    const held = readForm(form.current, fields);
    // What is said of a send is said about answers. When they were cleared meanwhile, the form begins anew.
    if (!isAnswered(held)) return reopen();
    const named = form.current.elements.namedItem('submission_id') as HTMLInputElement;
    const posted = named.value;
    named.value = '';
    if (posted || !saved) sending().resume(readTyped(form.current, fields).sendable, posted);
    onWritten();
    // Save what was typed before the script was there. An unchanged draft keeps its time.
    if (posted || JSON.stringify(held) !== JSON.stringify(saved?.answers)) saveSoon();
    lookAtDraft();
    if (saved && saved.errors.length > 0) onReturned(saved.errors);
  };

  // Another tab may have cleared, sent or replaced the draft of this one.
  const look = useEffectEvent(() => {
    lookAtDraft();
    if (timer.current !== undefined) return;
    setDraft((before) => (before.status === 'saved' || before.status === 'tab' ? stateOf(sending().kept()) : before));
  });
  // Whoever comes back to a form that is open for longer than a draft is kept goes on with it.
  const comeBack = useEffectEvent(() => {
    look();
    if (Date.now() - Number(savedAt.current) >= draftLifeMs) saveSoon();
  });
  useEffect(() => listen(window, { storage: look, pageshow: comeBack, focus: comeBack }), []);

  const begin = useEffectEvent(restore);
  useEffect(() => begin(), []);

  // The cleanup of a layout effect runs while the form is still in the page, so the last typing can still be saved.
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
    lookAtDraft();
    savedAt.current = undefined;
    setDraft({ status: 'cleared', elsewhere });
    onWritten();
  };

  const undo = () => {
    if (!form.current || !cleared.current) return;
    writeForm(form.current, fields, cleared.current, { onlyUntouched: false });
    setDraft(keptNow(sending().undoClear(cleared.current)));
    lookAtDraft();
    onWritten();
  };

  /** Call it when the form was sent: there is nothing to save and nothing to undo any more. */
  const forget = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    savedAt.current = undefined;
    setDraft(none);
    setReworded(false);
  };

  return { draft, reworded, restore, saveSoon, saveNow, clear, undo, forget };
}
