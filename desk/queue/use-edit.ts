import { useCallback, useRef, useState } from 'react';
import type { Sent } from './sent.ts';

/**
 * One field that is edited in its place:
 * - `reading`: it shows what is stored;
 * - `editing`: `base` is what it showed when the edit began;
 * - `conflict`: somebody else changed the same field meanwhile to `theirs`, and the person decides;
 * - `failed`: it is not stored, and `why` says so. What was typed stays.
 */
export type Edit =
  | { readonly status: 'reading' }
  | { readonly status: 'editing' | 'saving'; readonly base: string; readonly text: string }
  | { readonly status: 'conflict'; readonly base: string; readonly text: string; readonly theirs: string }
  | { readonly status: 'failed'; readonly base: string; readonly text: string; readonly why: string };

export interface EditField {
  /** What is stored now, as the page knows it. */
  readonly stored: string;
  /** The version of the part that the field belongs to. */
  readonly version: number;
  /** Sends the new value, made from a version. */
  readonly send: (text: string, version: number) => Promise<Sent>;
  /** Reads the field and its part's version from a record that came back. */
  readonly read: (record: Extract<Sent, { kind: 'taken' | 'stands' }>['record']) => {
    readonly text: string;
    readonly version: number;
  };
}

const unreachable = 'No answer from the server. Nothing is lost: save it again.';

/** How often an edit is sent again because another field of the same part had changed. */
const mostTries = 5;

/**
 * Sends an edit. When another field of the same part changed meanwhile, it is sent again with the new version; when the same
 * field did, the person decides.
 */
export async function sendEdit(field: EditField, base: string, text: string): Promise<Edit> {
  let { version } = field;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const sent = await field.send(text, version);
    if (sent.kind === 'taken') return { status: 'reading' };
    if (sent.kind === 'refused') return { status: 'failed', base, text, why: sent.text };
    if (sent.kind === 'unreachable') return { status: 'failed', base, text, why: unreachable };
    const now = field.read(sent.record);
    if (now.text === text) return { status: 'reading' };
    if (now.text !== base) return { status: 'conflict', base, text, theirs: now.text };
    if (now.version === version) return { status: 'failed', base, text, why: 'This can no longer be changed.' };
    version = now.version;
  }
  return { status: 'failed', base, text, why: 'Others keep changing it. Save it again.' };
}

/** The state of one field that is edited in its place, and what the person does with it. */
export function useEdit(field: EditField) {
  const [edit, setEdit] = useState<Edit>({ status: 'reading' });
  const attempts = useRef(0);

  async function save(text: string, base: string): Promise<void> {
    if (text === base) return setEdit({ status: 'reading' });
    attempts.current += 1;
    const attempt = attempts.current;
    setEdit({ status: 'saving', base, text });
    const became = await sendEdit(field, base, text);
    // Whoever left it meanwhile and edits it anew goes on with what they type.
    if (attempt === attempts.current) setEdit(became);
  }

  return {
    edit,
    begin: () => {
      attempts.current += 1;
      setEdit({ status: 'editing', base: field.stored, text: field.stored });
    },
    save: (text: string) => save(text, 'base' in edit ? edit.base : field.stored),
    /** Stores mine over theirs, or leaves theirs. */
    decide: (mine: boolean) => {
      if (edit.status !== 'conflict') return;
      if (mine) void save(edit.text, edit.theirs);
      else setEdit({ status: 'reading' });
    },
    leave: useCallback(() => setEdit({ status: 'reading' }), []),
  };
}
