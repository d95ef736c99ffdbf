/**
 * Keeps what was typed and not sent. A form that a lock, a reload or an automatic sign-out took away gets its text back when the same
 * person signs in again. This tab keeps it until it is sent, somebody signs out by hand, or somebody else signs in.
 */
import { readJson, tabStorage } from '#client/lib/storage.ts';
import { idPattern, mintId } from '#contract/reference.ts';
import { controlsOf, fieldOf, fieldsOf, isText, labelOf, setText, shownOf, textOf } from './controls.ts';

const storageKey = 'boxline.desk.drafts';

/** A field's label and what was typed into it, as a person reads them. */
interface InWords {
  readonly label: string;
  readonly words: string;
}

/** One field: what was typed, and the stored value when the typing began. */
interface Typed extends InWords {
  readonly text: string;
  readonly base: string;
}

/** The stored values of a value's parts before they were changed: in words, by the parts' labels. */
export type Bases = Readonly<Record<string, string>>;

interface Drafts {
  /** The person who typed; null before somebody signed in. */
  readonly owner: string | null;
  readonly forms: Readonly<Record<string, Readonly<Record<string, Typed>>>>;
  /** Values that no single control holds, such as a list of hours, by the form's key. */
  readonly values: Readonly<Record<string, unknown>>;
  /** For each of `values`, what was stored before, by the labels of its parts. */
  readonly bases: Readonly<Record<string, Bases>>;
  /** Those of `values` that a person may still read when their form is not offered any more. */
  readonly inWords: Readonly<Record<string, readonly InWords[]>>;
  /** The id under which each form makes something new. */
  readonly ids: Readonly<Record<string, string>>;
  /** The earlier keys of a draft that was moved, with spaces between them. It is about the records of those keys too. */
  readonly moved: Readonly<Record<string, string>>;
}

const noDrafts: Drafts = { owner: null, forms: {}, values: {}, bases: {}, inWords: {}, ids: {}, moved: {} };

const read = (): Drafts => ({ ...noDrafts, ...(readJson(tabStorage.read(storageKey)) as Drafts | null | undefined) });

const listeners = new Set<() => void>();

function write(drafts: Drafts): void {
  tabStorage.write(storageKey, JSON.stringify(drafts));
  // Later, because a form may write while it is being drawn, and a listener draws something else.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

/** Calls `listener` after each change of the drafts. Returns a function that ends that. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The ids of the records that were erased since this page was loaded. Nothing about them is kept any more. */
const erased = new Set<string>();

/** Has an event for each draft that went with its record, under the draft's key. */
const erasures = new EventTarget();

const isAboutErased = (key: string): boolean => key.split(' ').some((word) => erased.has(word));

/**
 * Calls `listener` when the draft under a key goes because its record was erased, so that an open form does not go on showing it.
 * Returns a function that ends that.
 */
export function onDraftErased(key: string, listener: () => void): () => void {
  erasures.addEventListener(key, listener);
  return () => erasures.removeEventListener(key, listener);
}

/** The members of an object except one. */
function without<Value>(all: Readonly<Record<string, Value>>, key: string): Record<string, Value> {
  const { [key]: _, ...others } = all;
  return others;
}

/** The fields of each form before anything was typed. */
const bases = new WeakMap<HTMLFormElement, Map<string, string>>();

/** Keeps the fields of a form that differ from what they were before typing. Keeps nothing about an erased record. */
export function keepDraft(key: string, form: HTMLFormElement): void {
  if (isAboutErased(key)) return;
  const { forms, moved, ...rest } = read();
  const others = without(forms, key);
  const typed: Record<string, Typed> = {};
  for (const control of controlsOf(form)) {
    const field = fieldOf(control);
    const text = textOf(control);
    const base = bases.get(form)?.get(field) ?? '';
    if (text !== undefined && text !== base) {
      typed[field] = { text, base, label: labelOf(control), words: shownOf(control) };
    }
  }
  // What is typed after a moved text was taken out is about the form's own record alone.
  write(
    Object.keys(typed).length > 0
      ? { ...rest, moved, forms: { ...others, [key]: typed } }
      : { ...rest, moved: without(moved, key), forms: others },
  );
}

/** Remembers the fields of a form that was just shown, so that later typing can be compared with them. */
export function beginDraft(form: HTMLFormElement): Map<string, string> {
  const stored = bases.get(form) ?? fieldsOf(form);
  bases.set(form, stored);
  return stored;
}

/**
 * Has a form that stays open once it was stored compare its fields with what is stored now. A text that is still as it was sent is
 * shown as it is stored: the server may write it in another way, such as a telephone.
 */
export function rebaseDraft(key: string, form: HTMLFormElement, sent: ReadonlyMap<string, string>): void {
  const stored = new Map(sent);
  for (const control of controlsOf(form).filter(isText)) {
    stored.set(control.name, control.defaultValue);
    if (control.value === sent.get(control.name)) control.value = control.defaultValue;
  }
  bases.set(form, stored);
  keepDraft(key, form);
}

/** A fingerprint of a form's draft, to be compared later: a difference means that something was typed since. */
export function draftStand(key: string): string {
  const { forms, values } = read();
  return JSON.stringify([forms[key] ?? {}, values[key] ?? null]);
}

/** What was typed into a form and not sent, field by field. A draft of the version before has no labels, and is left out. */
export function typedInto(key: string): readonly InWords[] {
  const { forms, inWords } = read();
  return [...(inWords[key] ?? []), ...Object.values(forms[key] ?? {})].filter(({ label }) => label);
}

/** A field that somebody else changed after it was typed into. */
export interface Overtaken {
  readonly label: string;
  /** The value that is stored now. */
  readonly now: string;
}

/**
 * Fills a form that was just shown with its draft. A field without a draft keeps its stored value; a field that was typed into
 * since the form was shown keeps that text.
 *
 * @returns whether a field got another text from the draft, and the fields with a draft whose stored value has changed since they
 * were typed into
 */
export function fillFromDraft(key: string, form: HTMLFormElement): { isBack: boolean; overtaken: Overtaken[] } {
  const stored = beginDraft(form);
  const current = fieldsOf(form);
  const typed = read().forms[key] ?? {};
  const isTypedSince = (field: string) => {
    const text = current.get(field) ?? '';
    return text !== (stored.get(field) ?? '') && text !== typed[field]?.text;
  };
  const overtaken = new Map<string, Overtaken>();
  let isBack = false;
  for (const control of controlsOf(form)) {
    const field = fieldOf(control);
    const draft = typed[field];
    if (!draft) continue;
    const now = stored.get(field) ?? '';
    if (isTypedSince(field)) continue;
    if (now !== draft.base && now !== draft.text) overtaken.set(field, { label: labelOf(control), now });
    isBack ||= current.get(field) !== draft.text;
    setText(control, draft.text);
  }
  if ([...current.keys()].some(isTypedSince)) keepDraft(key, form);
  return { isBack, overtaken: [...overtaken.values()] };
}

/** The id under which a form makes something new. It stays for every send, also over a reload, until it or the draft is dropped. */
export function draftId(key: string): string {
  const drafts = read();
  const id = drafts.ids[key] ?? mintId();
  if (!(key in drafts.ids) && !isAboutErased(key)) write({ ...drafts, ids: { ...drafts.ids, [key]: id } });
  return id;
}

/** Drops a form's id, so that the form makes something else next. Used when another thing was made under that id. */
export function dropDraftId(key: string): void {
  const drafts = read();
  if (key in drafts.ids) write({ ...drafts, ids: without(drafts.ids, key) });
}

/**
 * Keeps a value that no single control holds, such as a list of hours. The value must survive JSON. Undefined keeps nothing, and nothing
 * is kept about a record that was erased.
 *
 * @param base what was stored before the value was changed
 * @param words the value as `typedInto` returns it
 */
export function keepDraftValue(key: string, value: unknown, base: Bases = {}, words: readonly InWords[] = []): void {
  if (isAboutErased(key)) return;
  const { values, bases, inWords, ...rest } = read();
  write({
    ...rest,
    values: { ...values, [key]: value },
    bases: { ...bases, [key]: base },
    inWords: { ...inWords, [key]: words },
  });
}

/** The value kept under a key; undefined when there is none. */
export const draftValue = (key: string): unknown => read().values[key];

/** What was stored before the value under a key was changed. */
export const draftBases = (key: string): Bases => read().bases[key] ?? {};

/** Forgets the draft under a key, and the id under which its form makes something new. */
export function dropDraft(key: string): void {
  dropDraftId(key);
  const { forms, values, bases, inWords, moved, ...rest } = read();
  if (key in forms || key in values || key in bases) {
    write({
      ...rest,
      forms: without(forms, key),
      values: without(values, key),
      bases: without(bases, key),
      inWords: without(inWords, key),
      moved: without(moved, key),
    });
  }
}

/** Moves a draft's typed fields and its id to another key. Does nothing without such fields, or when the other key has some. */
export function moveDraft(from: string, to: string): void {
  const drafts = read();
  const { [from]: form, ...forms } = drafts.forms;
  if (!form || to in forms) return;
  const { [from]: id, ...ids } = drafts.ids;
  const { [from]: earlier, ...moved } = drafts.moved;
  write({
    ...drafts,
    forms: { ...forms, [to]: form },
    ids: id === undefined ? ids : { ...ids, [to]: id },
    moved: { ...moved, [to]: earlier === undefined ? from : `${earlier} ${from}` },
  });
}

/** The words of a draft's key, and of its earlier keys. The key of a draft about a record has the record's id as a word. */
const wordsOf = (key: string, { moved }: Drafts): string[] => `${key} ${moved[key] ?? ''}`.split(' ');

/** The ids of the records about which something is typed in this tab, each once. */
export function draftedIds(): string[] {
  const drafts = read();
  const words = Object.keys({ ...drafts.forms, ...drafts.values }).flatMap((key) => wordsOf(key, drafts));
  return [...new Set(words.filter((word) => idPattern.test(word)))].sort();
}

/** Forgets every draft about an erased record, and keeps none from now on. Returns whether something was typed in one. */
export function dropDraftsAbout(id: string): boolean {
  erased.add(id);
  const drafts = read();
  const { forms, values, ids } = drafts;
  const about = Object.keys({ ...forms, ...values, ...ids }).filter((key) => wordsOf(key, drafts).includes(id));
  for (const key of about) {
    dropDraft(key);
    erasures.dispatchEvent(new Event(key));
  }
  return about.some((key) => key in forms || values[key] !== undefined);
}

export const dropDrafts = (): void => tabStorage.remove(storageKey);

/** What a session left in this tab when it ended without a sign-out here; undefined when there was no such session. */
export function leftBySession(): { readonly hasTyped: boolean } | undefined {
  const { owner, forms, values } = read();
  return owner === null ? undefined : { hasTyped: Object.keys({ ...forms, ...values }).length > 0 };
}

/**
 * Gives the drafts of this tab to the person who has signed in, and drops drafts of another person. Returns whether the tab
 * belonged to another person before.
 */
export function giveDraftsTo(personId: string): boolean {
  const drafts = read();
  if (drafts.owner === personId) return false;
  write({ ...(drafts.owner === null ? drafts : noDrafts), owner: personId });
  return drafts.owner !== null;
}
