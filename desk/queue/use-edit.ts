import { useCallback, useEffect, useRef, useState } from 'react';
import { draftValue, dropDraft, keepDraftValue } from '../lib/drafts.ts';
import type { Sent } from './sent.ts';

/**
 * One field that is edited in its place:
 * - `reading`: it shows what is stored;
 * - `editing`: `base` is what it showed when the edit began, and `version` the part's version then;
 * - `conflict`: somebody else changed the same field meanwhile to `theirs`, and the person decides. `more` was typed since the press;
 * - `failed`: it is not stored, and `why` says so. What was typed stays.
 */
export type Edit =
  | { readonly status: 'reading' }
  | (Typed & { readonly status: 'editing' | 'saving' })
  | (Typed & { readonly status: 'conflict'; readonly theirs: string; readonly more?: boolean })
  | (Typed & { readonly status: 'failed'; readonly why: string });

/** What is typed, and what it was made from. */
interface Typed {
  readonly base: string;
  readonly version: number;
  readonly text: string;
}

export interface EditField {
  /** The name under which what is typed survives a lock and a reload. */
  readonly draft: string;
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
    /** The version with which what stood there was erased for a person. */
    readonly erasedIn?: number | undefined;
  };
}

/** What stood in the field may be in what was typed, too: it is not stored over an erasure. */
export const erasedMeanwhile =
  'What stood here was erased meanwhile. Yours is not stored. Leave it, and write anew what may be kept.';

const unreachable = 'No answer from the server. Nothing is lost: save it again.';

/** How often an edit is sent again because another field of the same part had changed. */
const mostTries = 5;

/**
 * Sends an edit, from the version that its person saw. When another field of the same part changed meanwhile, it is sent again
 * with the new version; when the same field did, the person decides.
 */
export async function sendEdit(field: Pick<EditField, 'send' | 'read'>, typed: Typed): Promise<Edit> {
  const { base, text } = typed;
  let { version } = typed;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const sent = await field.send(text, version);
    if (sent.kind === 'taken') return { status: 'reading' };
    if (sent.kind === 'refused') return { status: 'failed', base, version, text, why: sent.text };
    if (sent.kind === 'unreachable') return { status: 'failed', base, version, text, why: unreachable };
    const now = field.read(sent.record);
    if ((now.erasedIn ?? 0) > typed.version) return { status: 'failed', ...typed, why: erasedMeanwhile };
    if (now.text === text) return { status: 'reading' };
    if (now.text !== base) return { status: 'conflict', base, version: now.version, text, theirs: now.text };
    if (now.version === version) {
      return { status: 'failed', base, version, text, why: 'This can no longer be changed.' };
    }
    version = now.version;
  }
  return { status: 'failed', base, version, text, why: 'Others keep changing it. Save it again.' };
}

/** The state of one field that is edited in its place, and what the person does with it. What is typed is kept until it is stored or left. */
export function useEdit(field: EditField) {
  const { draft } = field;
  const [edit, setEdit] = useState<Edit>(() => {
    const kept = draftValue(draft) as Typed | undefined;
    return kept ? { ...kept, status: 'editing' } : { status: 'reading' };
  });
  const attempts = useRef(0);
  /** What is in the control by now, once something was typed. */
  const newest = useRef<string | undefined>(undefined);
  const latest = useRef(field);
  useEffect(() => {
    latest.current = field;
  });

  function close(): void {
    newest.current = undefined;
    dropDraft(draft);
    setEdit({ status: 'reading' });
  }
  async function save(typed: Typed): Promise<void> {
    const { base, text } = typed;
    if (text === base) return close();
    attempts.current += 1;
    const attempt = attempts.current;
    newest.current = undefined;
    setEdit({ ...typed, status: 'saving' });
    const became = await sendEdit(latest.current, typed);
    // Whoever left it meanwhile and edits it anew goes on with what they type.
    if (attempt !== attempts.current) return;
    const more = newest.current as string | undefined;
    if (became.status === 'conflict') return setEdit({ ...became, more: more !== undefined });
    if (became.status !== 'reading') return setEdit(became);
    if (more === undefined || more.trim() === text) return close();
    // What was typed while it was being stored is a further edit of it.
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
    /** Keeps what is in the control by now. */
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
    /** Stores mine over theirs, as it is in the control by now, or leaves theirs. */
    decide: (mine: boolean) => {
      if (edit.status !== 'conflict') return;
      const text = newest.current?.trim() ?? edit.text;
      if (mine) void save({ base: edit.theirs, version: edit.version, text });
      else close();
    },
    leave: useCallback(() => {
      newest.current = undefined;
      dropDraft(draft);
      setEdit({ status: 'reading' });
    }, [draft]),
  };
}
