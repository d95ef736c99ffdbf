/**
 * What is typed and not sent yet, kept for the document: a form that is taken away by a lock or a sign-out has it again when its
 * person is back. It lives in memory alone, and ends with a sign-out that somebody asked for or when somebody else signs in.
 */
const drafts = new Map<string, Map<string, string>>();

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Passwords and codes are typed anew. */
const isKept = (element: Element): element is Control =>
  (element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement) &&
  element.name !== '' &&
  element.type !== 'password' &&
  element.autocomplete !== 'one-time-code';

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

/** Keeps what a form holds now. */
export function keepDraft(key: string, form: HTMLFormElement): void {
  const values = new Map<string, string>();
  for (const control of form.elements) {
    if (!isKept(control)) continue;
    if (!isTick(control)) values.set(control.name, control.value);
    else values.set(`${control.name}=${control.value}`, control.checked ? 'yes' : 'no');
  }
  drafts.set(key, values);
}

/** Fills a form with what was kept of it. */
export function fillFromDraft(key: string, form: HTMLFormElement): void {
  const values = drafts.get(key);
  if (!values) return;
  for (const control of form.elements) {
    if (!isKept(control)) continue;
    if (isTick(control)) {
      const kept = values.get(`${control.name}=${control.value}`);
      if (kept) control.checked = kept === 'yes';
    } else control.value = values.get(control.name) ?? control.value;
  }
}

export const dropDraft = (key: string): void => void drafts.delete(key);
export const dropDrafts = (): void => drafts.clear();
