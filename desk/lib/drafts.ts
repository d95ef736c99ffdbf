/**
 * What is typed and not sent yet. A form that disappears by a lock, a reload or an automatic sign-out gets its text back when its
 * person is back. This tab keeps the text until it is sent, until somebody signs out by hand, or until somebody else signs in.
 */
import { readJson, tabStorage } from '#client/lib/storage.ts';
import { mintId } from '#contract/reference.ts';

const storageKey = 'boxline.desk.drafts';

/** One field: what was typed, and what stood there before. */
interface Typed {
  readonly text: string;
  readonly base: string;
}

/** What stood in the parts of a value before it was changed, by their labels, in words. */
export type Bases = Readonly<Record<string, string>>;

interface Drafts {
  /** The person who typed; null before somebody signed in. */
  readonly owner: string | null;
  readonly forms: Readonly<Record<string, Readonly<Record<string, Typed>>>>;
  /** What no control of a form holds alone. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What stood there before, of each part of such a value by its label, in words. */
  readonly bases: Readonly<Record<string, Bases>>;
  /** Under which id each form makes something new. */
  readonly ids: Readonly<Record<string, string>>;
}

const noDrafts: Drafts = { owner: null, forms: {}, values: {}, bases: {}, ids: {} };

const read = (): Drafts => ({ ...noDrafts, ...(readJson(tabStorage.read(storageKey)) as Drafts | null | undefined) });

const write = (drafts: Drafts): void => void tabStorage.write(storageKey, JSON.stringify(drafts));

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The attribute of controls of which the form itself keeps what is chosen, by `keepDraftValue`. */
export const keptByForm = { 'data-kept-by': 'form' } as const;

/** Passwords and codes are typed anew. */
const isKept = (element: Element): element is Control =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement) &&
  element.name !== '' &&
  element.dataset['keptBy'] !== 'form' &&
  element.type !== 'password' &&
  element.autocomplete !== 'one-time-code';

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isKept);

/** Radio buttons of a name are one field; each checkbox is one. */
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

/** The fields of a form as they stand; a group of radio buttons without a choice is not among them. */
const fieldsOf = (form: HTMLFormElement): Map<string, string> =>
  new Map(
    controlsOf(form).flatMap((control) => {
      const text = textOf(control);
      return text === undefined ? [] : [[fieldOf(control), text] as const];
    }),
  );

/** What each form stood like before anything was typed. */
const bases = new WeakMap<HTMLFormElement, Map<string, string>>();

/** Keeps what was typed into a form: the fields that differ from how they stood. */
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

/** Takes a form that was just shown as it stands: what is typed from now on differs from that. */
export function beginDraft(form: HTMLFormElement): Map<string, string> {
  const stored = bases.get(form) ?? fieldsOf(form);
  bases.set(form, stored);
  return stored;
}

/** What is kept of a form, to see later whether something was typed since. */
export function draftStand(key: string): string {
  const { forms, values } = read();
  return JSON.stringify([forms[key] ?? {}, values[key] ?? null]);
}

/** How a form stands, to see later whether something was typed into it since. */
export const standOf = (form: HTMLFormElement): string => JSON.stringify([...fieldsOf(form)]);

/** A field that somebody else changed after it was typed into. */
export interface Overtaken {
  readonly label: string;
  /** What stands there now. */
  readonly now: string;
}

const plainText = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace('(optional)', '').trim();

const labelOf = (control: Control): string =>
  control.type === 'radio'
    ? plainText(control.closest('fieldset')?.querySelector('legend'))
    : plainText(control.labels?.[0]);

/**
 * Fills a form that was just shown with what was typed into it before. Other fields stand as they are stored, or as they were typed
 * since the form was shown.
 *
 * @returns the typed fields that stand differently than when they were typed into
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
 * The id under which a form makes something new: the same one however often it is sent, over a reload too. It is another one
 * once the draft or the id is dropped.
 */
export function draftId(key: string): string {
  const drafts = read();
  const id = drafts.ids[key] ?? mintId();
  if (!(key in drafts.ids)) write({ ...drafts, ids: { ...drafts.ids, [key]: id } });
  return id;
}

/** What the form makes next is something else, because something else was made under its id. */
export function dropDraftId(key: string): void {
  const { ids, ...rest } = read();
  const { [key]: dropped, ...others } = ids;
  if (dropped) write({ ...rest, ids: others });
}

/**
 * Keeps what no control holds alone, such as a list of hours; it has to survive JSON. Undefined when nothing is to be kept.
 *
 * @param base what stood there before it was changed
 */
export function keepDraftValue(key: string, value: unknown, base: Bases = {}): void {
  const { values, bases, ...rest } = read();
  write({ ...rest, values: { ...values, [key]: value }, bases: { ...bases, [key]: base } });
}

/** What was kept under a key; undefined when nothing was. */
export const draftValue = (key: string): unknown => read().values[key];

/** What stood there before what is kept under a key was made of it. */
export const draftBases = (key: string): Bases => read().bases[key] ?? {};

/** Forgets what was typed under a key, and the id under which its form makes something new. */
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

/** What was typed under a key, and the id that goes with it, are another key's from now on, unless that one has something of its own. */
export function moveDraft(from: string, to: string): void {
  const drafts = read();
  const { [from]: form, ...forms } = drafts.forms;
  if (!form || to in forms) return;
  const { [from]: id, ...ids } = drafts.ids;
  write({ ...drafts, forms: { ...forms, [to]: form }, ids: id === undefined ? ids : { ...ids, [to]: id } });
}

export const dropDrafts = (): void => tabStorage.remove(storageKey);

/** What a session left in this tab that ended without a sign-out here; undefined when there was none. */
export function leftBySession(): { readonly hasTyped: boolean } | undefined {
  const { owner, forms, values } = read();
  return owner === null ? undefined : { hasTyped: Object.keys({ ...forms, ...values }).length > 0 };
}

/** Somebody is signed in: what somebody else typed is dropped. Returns whether the tab was somebody else's until now. */
export function giveDraftsTo(personId: string): boolean {
  const drafts = read();
  if (drafts.owner === personId) return false;
  write({ ...(drafts.owner === null ? drafts : noDrafts), owner: personId });
  return drafts.owner !== null;
}
