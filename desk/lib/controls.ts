/** Reads and fills the controls of a form, for its draft. */

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

/** The controls of a form whose values are kept. */
export const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isKept);

/** Whether a control holds text, so that its `defaultValue` is what is stored, as the page shows it. */
export const isText = (control: Control): control is HTMLInputElement | HTMLTextAreaElement =>
  'defaultValue' in control && control.type !== 'checkbox' && control.type !== 'radio';

/** The key of a control's field. All radio buttons of one name share a field; each checkbox has its own. */
export const fieldOf = ({ type, name, value }: Control): string => (type === 'checkbox' ? `${name}=${value}` : name);

/** The value of a control as a text; undefined for a radio button that is not chosen. */
export function textOf(control: Control): string | undefined {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked ? 'yes' : 'no';
  if (control instanceof HTMLInputElement && control.type === 'radio') {
    return control.checked ? control.value : undefined;
  }
  return control.value;
}

/** Puts a text that `textOf` gave back into a control. */
export function setText(control: Control, text: string): void {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = text === 'yes';
  else if (control instanceof HTMLInputElement && control.type === 'radio') control.checked = control.value === text;
  else control.value = text;
}

/** The current fields of a form. A group of radio buttons without a choice is left out. */
export const fieldsOf = (form: HTMLFormElement): Map<string, string> =>
  new Map(
    controlsOf(form).flatMap((control) => {
      const text = textOf(control);
      return text === undefined ? [] : [[fieldOf(control), text] as const];
    }),
  );

const plainText = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replace('(optional)', '').trim();

/** The label of a control; of a radio button, the label of its group. */
export const labelOf = (control: Control): string =>
  control.type === 'radio'
    ? plainText(control.closest('fieldset')?.querySelector('legend'))
    : plainText(control.labels?.[0]);

/** The value of a control as a person reads it: of a choice, the words of its option. */
export function shownOf(control: Control): string {
  if (control instanceof HTMLSelectElement) return plainText(control.selectedOptions[0]);
  return control.type === 'radio' ? plainText(control.labels?.[0]) : (textOf(control) ?? '');
}
