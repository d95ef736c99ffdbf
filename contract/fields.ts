/**
 * Defines the fields of a form. One table per form maps each field to its group, label, options and `autocomplete`. The schema, the
 * rendered control, the mail and the exports are all made from it, so a field is described once.
 */

/** `street` is a postal address of several lines; `choice` is one of `options`; `many` is any of them; `tick` is yes or no. */
export type FieldKind = 'text' | 'tel' | 'email' | 'url' | 'street' | 'choice' | 'many' | 'tick';

export interface Field {
  /** The wire name, and the control's `name`. */
  readonly name: string;
  readonly kind: FieldKind;
  /** The group's heading, as the form shows it. */
  readonly group: string;
  readonly label: string;
  readonly required: boolean;
  /** In UTF-16 units, as `maxlength` counts. Generous: it bounds storage and refuses no real answer. */
  readonly maxLength: number;
  /** What to do when the answer is missing or cannot be accepted, in the words of the error summary. */
  readonly error: string;
  /** Shown under the label before anything is typed. */
  readonly help?: string;
  readonly options?: readonly string[];
  /** An autofill token of the HTML standard. */
  readonly autocomplete?: string;
  readonly inputmode?: 'tel' | 'email' | 'url' | 'numeric';
}

/** The answers to a form: a list for `many`, a boolean for `tick`, otherwise text, which is empty without an answer. */
export type Answers = Record<string, string | string[] | boolean>;

/** One thing wrong with one answer. `text` tells the person what to do. */
export interface FieldError {
  readonly field: string;
  readonly text: string;
}

/** The defaults of each kind of field. A row can override them. */
const defaults: Partial<Record<FieldKind, Partial<Field>>> = {
  tel: { autocomplete: 'tel', inputmode: 'tel' },
  email: { autocomplete: 'email', inputmode: 'email', maxLength: 254 },
  url: { autocomplete: 'url', inputmode: 'url' },
  street: { autocomplete: 'street-address', maxLength: 500 },
};

type Row = Omit<Field, 'group'>;

/** A row of a form's table: a required field, with its error and any values that differ from the kind's defaults. */
export const required = (kind: FieldKind, name: string, label: string, error: string, more?: Partial<Row>): Row => ({
  required: true,
  maxLength: 200,
  ...defaults[kind],
  kind,
  name,
  label,
  error,
  ...more,
});

/** A row for a field that may be left empty. */
export const optional: typeof required = (kind, name, label, error, more) =>
  required(kind, name, label, error, { required: false, ...more });

/** The rows under one heading. */
export const group = (heading: string, rows: readonly Row[]): Field[] =>
  rows.map((row) => ({ ...row, group: heading }));

/** The fields of a form in groups, in the order of the table. */
export function groupsOf<F extends Field>(fields: readonly F[]): { heading: string; fields: F[] }[] {
  const groups: { heading: string; fields: F[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last?.heading === field.group) last.fields.push(field);
    else groups.push({ heading: field.group, fields: [field] });
  }
  return groups;
}
