import { useCallback, useEffect, useRef, useState } from 'react';
import { draftValue, dropDraft, keepDraftValue, onDraftErased } from '../lib/drafts.ts';
import { useTellFailureHere } from '../lib/left-press.ts';
import type { Sent } from './sent.ts';

/**
 * One field that is edited in its place:
 * - `reading`: it shows what is stored;
 * - `editing`, `saving`: `base` is what the field showed when the edit began, and `version` the part's version then;
 * - `conflict`: somebody else changed the same field to `theirs` meanwhile, and the person decides. `more`: the person typed again
 *   since the press;
 * - `failed`: it was not stored, and `why` says the reason. What was typed stays.
 */
type Edit =
  | { readonly status: 'reading' }
  | (Typed & { readonly status: 'editing' | 'saving' })
  | (Typed & { readonly status: 'conflict'; readonly theirs: string; readonly more?: boolean })
  | (Typed & { readonly status: 'failed'; readonly why: string });

/** A typed text, and the stored text and version from which it was made. */
interface Typed {
  readonly base: string;
  readonly version: number;
  readonly text: string;
}

export interface EditField {
  /** What the field is a part of, for a failure that is told on another screen. */
  readonly about: string;
  /** The key of the draft, which survives a lock and a reload. */
  readonly draft: string;
  /** The stored value, as far as the page knows. */
  readonly stored: string;
  /** The version of the part that the field belongs to. */
  readonly version: number;
  /** Sends the new value with the version from which it was made. */
  readonly send: (text: string, version: number) => Promise<Sent>;
  /** Reads the field and its part's version from a record that came back. */
  readonly read: (record: Extract<Sent, { kind: 'taken' | 'late' }>['record']) => {
    readonly text: string;
    readonly version: number;
    /** The version in which the field's earlier value was erased, because a person asked for erasure. */
    readonly erasedIn?: number | undefined;
  };
}

/** The typed text may repeat what was erased, so it is not stored over an erasure. */
export const erasedMeanwhile =
  'What was here has been erased. Yours is not saved. Cancel, and type again what may be kept.';

/** How often an edit is sent at most. It is sent again when only other fields of the same part had changed. */
const mostTries = 5;

/**
 * Sends an edit with the version that the person saw. When another field of the same part changed meanwhile, it is sent again with
 * the new version; when the same field did, the person decides.
 */
export async function sendEdit(field: Pick<EditField, 'send' | 'read'>, typed: Typed): Promise<Edit> {
  const { base, text } = typed;
  let { version } = typed;
  const failed = (why: string): Edit => ({ status: 'failed', base, version, text, why });
  for (let tries = 0; tries < mostTries; tries += 1) {
    const sent = await field.send(text, version);
    if (sent.kind === 'taken') return { status: 'reading' };
    if (sent.kind === 'refused') return failed(sent.text);
    if (sent.kind === 'unreachable') return failed('No answer from the server. Nothing is lost: save it again.');
    const now = field.read(sent.record);
    if ((now.erasedIn ?? 0) > typed.version) return { status: 'failed', ...typed, why: erasedMeanwhile };
    if (now.text === text) return { status: 'reading' };
    if (now.text !== base) return { status: 'conflict', base, version: now.version, text, theirs: now.text };
    if (now.version === version) return failed('This can no longer be changed.');
    version = now.version;
  }
  return failed('Others keep changing it. Save it again.');
}

/**
 * The state of one field that is edited in its place, and the actions on it. What is typed is kept until it is stored or left.
 *
 * @param label the field's name
 */
export function useEdit(field: EditField, label: string) {
  const { draft } = field;
  const [edit, setEdit] = useState<Edit>(() => {
    const kept = draftValue(draft) as Typed | undefined;
    return kept ? { ...kept, status: 'editing' } : { status: 'reading' };
  });
  const attempts = useRef(0);
  const tell = useTellFailureHere(field.about);
  /** The text in the control, once something was typed since the last save. */
  const newest = useRef<string | undefined>(undefined);
  const latest = useRef(field);
  useEffect(() => {
    latest.current = field;
  });

  const close = useCallback(() => {
    newest.current = undefined;
    dropDraft(draft);
    setEdit({ status: 'reading' });
  }, [draft]);
  useEffect(
    () =>
      onDraftErased(draft, () => {
        // The answer to a press that is under way must not open the field again.
        attempts.current += 1;
        close();
      }),
    [draft, close],
  );
  async function save(typed: Typed): Promise<void> {
    const { base, text } = typed;
    if (text === base) return close();
    attempts.current += 1;
    const attempt = attempts.current;
    newest.current = undefined;
    setEdit({ ...typed, status: 'saving' });
    const became = await sendEdit(latest.current, typed);
    // The person has left the field meanwhile and may edit it again: do not disturb that edit.
    if (attempt !== attempts.current) return;
    const more = newest.current as string | undefined;
    if (became.status === 'conflict') {
      const why = `${label}: Somebody else changed it, so your change is not saved yet.`;
      return tell(why, () => setEdit({ ...became, more: more !== undefined }));
    }
    if (became.status === 'failed') return tell(`${label}: ${became.why}`, () => setEdit(became));
    if (became.status !== 'reading') return setEdit(became);
    if (more === undefined || more.trim() === text) return close();
    // Text typed while the field was being stored becomes a further edit.
    const further = { base: text, version: latest.current.version, text: more };
    keepDraftValue(draft, further);
    setEdit({ ...further, status: 'editing' });
  }

  return {
    edit,
    begin: () => {
      attempts.current += 1;
      newest.current = undefined;
      setEdit({ status: 'editing', base: field.stored, version: field.version, text: field.stored });
    },
    /** Keeps the text that is in the control now. */
    type: (text: string) => {
      if (edit.status === 'reading') return;
      newest.current = text;
      if (edit.status === 'conflict') setEdit({ ...edit, more: true });
      const { base, version } = edit;
      if (text === base) dropDraft(draft);
      else keepDraftValue(draft, { base, version, text });
    },
    save: (text: string) => {
      if (edit.status !== 'reading' && edit.status !== 'saving')
        void save({ base: edit.base, version: edit.version, text });
    },
    /** Decides a conflict: stores the text in the control over the other person's, or keeps theirs. */
    decide: (mine: boolean) => {
      if (edit.status !== 'conflict') return;
      const text = newest.current?.trim() ?? edit.text;
      if (mine) void save({ base: edit.theirs, version: edit.version, text });
      else close();
    },
    leave: close,
    /** Whether the field has a text that is not stored. */
    hasTyped: () => draftValue(draft) !== undefined,
  };
}
