/**
 * Keeps what was typed and not sent. A form that a lock, a reload or an automatic sign-out took away gets its text back when the
 * same person signs in again. This tab keeps the text until it is sent, until somebody signs out by hand, or until somebody else
 * signs in.
 */
import { readJson, tabStorage } from '#client/lib/storage.ts';
import { idPattern, mintId } from '#contract/reference.ts';

const storageKey = 'boxline.desk.drafts';

/** One field: what was typed, and what stood there before. */
interface Typed {
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
  /** The id under which each form makes something new. */
  readonly ids: Readonly<Record<string, string>>;
}

const noDrafts: Drafts = { owner: null, forms: {}, values: {}, bases: {}, ids: {} };

const read = (): Drafts => ({ ...noDrafts, ...(readJson(tabStorage.read(storageKey)) as Drafts | null | undefined) });

const listeners = new Set<() => void>();

function write(drafts: Drafts): void {
  tabStorage.write(storageKey, JSON.stringify(drafts));
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change of the drafts. Returns a function that ends that. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The attribute of controls whose value the form keeps itself, by `keepDraftValue`. */
export const keptByForm = { 'data-kept-by': 'form' } as const;

/** Whether a control's value is kept. Passwords and one-time codes never are. */
const isKept = (element: Element): element is Control =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement) &&
  element.name !== '' &&
  element.dataset['keptBy'] !== 'form' &&
  element.type !== 'password' &&
  element.autocomplete !== 'one-time-code';

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isKept);

/** The key of a control's field. All radio buttons of one name share a field; each checkbox has its own. */
const fieldOf = ({ type, name, value }: Control): string => (type === 'checkbox' ? `${name}=${value}` : name);

function textOf(control: Control): string | undefined {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked ? 'yes' : 'no';
  if (control instanceof HTMLInputElement && control.type === 'radio') {
    return control.checked ? control.value : undefined;
  }
  return control.value;
}

function setText(control: Control, text: string): void {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = text === 'yes';
  else if (control instanceof HTMLInputElement && control.type === 'radio') control.checked = control.value === text;
  else control.value = text;
}

/** The current fields of a form. A group of radio buttons without a choice is left out. */
const fieldsOf = (form: HTMLFormElement): Map<string, string> =>
  new Map(
    controlsOf(form).flatMap((control) => {
      const text = textOf(control);
      return text === undefined ? [] : [[fieldOf(control), text] as const];
    }),
  );

/** The fields of each form before anything was typed. */
const bases = new WeakMap<HTMLFormElement, Map<string, string>>();

/** Keeps the fields of a form that differ from what they were before anything was typed. */
export function keepDraft(key: string, form: HTMLFormElement): void {
  const { forms, ...rest } = read();
  const { [key]: _, ...others } = forms;
  const typed: Record<string, Typed> = {};
  for (const [field, text] of fieldsOf(form)) {
    const base = bases.get(form)?.get(field) ?? '';
    if (text !== base) typed[field] = { text, base };
  }
  write({ ...rest, forms: Object.keys(typed).length > 0 ? { ...others, [key]: typed } : others });
}

/** Remembers the fields of a form that was just shown, so that later typing can be compared with them. */
export function beginDraft(form: HTMLFormElement): Map<string, string> {
  const stored = bases.get(form) ?? fieldsOf(form);
  bases.set(form, stored);
  return stored;
}

/** A fingerprint of a form's draft, to be compared later: a difference means that something was typed since. */
export function draftStand(key: string): string {
  const { forms, values } = read();
  return JSON.stringify([forms[key] ?? {}, values[key] ?? null]);
}

/** A fingerprint of a form's controls, to be compared later: a difference means that something was typed since. */
export const standOf = (form: HTMLFormElement): string => JSON.stringify([...fieldsOf(form)]);

/** A field that somebody else changed after it was typed into. */
export interface Overtaken {
  readonly label: string;
  /** The value that is stored now. */
  readonly now: string;
}

const plainText = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace('(optional)', '').trim();

const labelOf = (control: Control): string =>
  control.type === 'radio'
    ? plainText(control.closest('fieldset')?.querySelector('legend'))
    : plainText(control.labels?.[0]);

/**
 * Fills a form that was just shown with its draft. A field without a draft keeps its stored value; a field that was typed into
 * since the form was shown keeps that text.
 *
 * @returns the fields with a draft whose stored value has changed since they were typed into
 */
export function fillFromDraft(key: string, form: HTMLFormElement): Overtaken[] {
  const stored = beginDraft(form);
  const current = fieldsOf(form);
  const typed = read().forms[key] ?? {};
  const isTypedSince = (field: string) => {
    const text = current.get(field) ?? '';
    return text !== (stored.get(field) ?? '') && text !== typed[field]?.text;
  };
  const overtaken = new Map<string, Overtaken>();
  for (const control of controlsOf(form)) {
    const field = fieldOf(control);
    const draft = typed[field];
    if (!draft) continue;
    const now = stored.get(field) ?? '';
    if (isTypedSince(field)) continue;
    if (now !== draft.base && now !== draft.text) overtaken.set(field, { label: labelOf(control), now });
    setText(control, draft.text);
  }
  if ([...current.keys()].some(isTypedSince)) keepDraft(key, form);
  return [...overtaken.values()];
}

/**
 * The id under which a form makes something new. It stays the same however often the form is sent, also over a reload, until the
 * draft or the id is dropped.
 */
export function draftId(key: string): string {
  const drafts = read();
  const id = drafts.ids[key] ?? mintId();
  if (!(key in drafts.ids)) write({ ...drafts, ids: { ...drafts.ids, [key]: id } });
  return id;
}

/** Drops a form's id, so that the form makes something else next. Used when another thing was made under that id. */
export function dropDraftId(key: string): void {
  const { ids, ...rest } = read();
  const { [key]: dropped, ...others } = ids;
  if (dropped) write({ ...rest, ids: others });
}

/**
 * Keeps a value that no single control holds, such as a list of hours. The value must survive JSON. Undefined keeps nothing.
 *
 * @param base what was stored before the value was changed
 */
export function keepDraftValue(key: string, value: unknown, base: Bases = {}): void {
  const { values, bases, ...rest } = read();
  write({ ...rest, values: { ...values, [key]: value }, bases: { ...bases, [key]: base } });
}

/** The value kept under a key; undefined when there is none. */
export const draftValue = (key: string): unknown => read().values[key];

/** What was stored before the value under a key was changed. */
export const draftBases = (key: string): Bases => read().bases[key] ?? {};

/** Forgets the draft under a key, and the id under which its form makes something new. */
export function dropDraft(key: string): void {
  dropDraftId(key);
  const { forms, values, bases, ...rest } = read();
  const { [key]: form, ...otherForms } = forms;
  const { [key]: value, ...otherValues } = values;
  const { [key]: base, ...otherBases } = bases;
  if (form || value !== undefined || base) {
    write({ ...rest, forms: otherForms, values: otherValues, bases: otherBases });
  }
}

/**
 * Moves the typed fields of a draft, and its id, to another key. Does nothing when there are none, or when the other key has typed
 * fields of its own.
 */
export function moveDraft(from: string, to: string): void {
  const drafts = read();
  const { [from]: form, ...forms } = drafts.forms;
  if (!form || to in forms) return;
  const { [from]: id, ...ids } = drafts.ids;
  write({ ...drafts, forms: { ...forms, [to]: form }, ids: id === undefined ? ids : { ...ids, [to]: id } });
}

const keysOf = ({ forms, values, ids }: Drafts): string[] => Object.keys({ ...forms, ...values, ...ids });

/** The ids of the records that drafts of this tab are about, each once: the key of a draft about a record has the id as a word. */
export const draftedIds = (): string[] =>
  [...new Set(keysOf(read()).flatMap((key) => key.split(' ').filter((word) => idPattern.test(word))))].sort();

/** Forgets every draft about a record. Returns whether something was typed in one of them. */
export function dropDraftsAbout(id: string): boolean {
  const drafts = read();
  const about = keysOf(drafts).filter((key) => key.split(' ').includes(id));
  for (const key of about) dropDraft(key);
  return about.some((key) => key in drafts.forms || drafts.values[key] !== undefined);
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
