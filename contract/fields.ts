/**
 * What a form field is. One table per form maps field -> group -> label -> options -> `autocomplete`; the schema, the
 * rendered control, the mail and the exports are all read from it, so a field is described once.
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
  /** In characters (UTF-16 units, as `maxlength` counts). Generous: it bounds storage and refuses no real answer. */
  readonly maxLength: number;
  /** What to do, in the words of the error summary, when the answer is missing or is not one that can be taken. */
  readonly error: string;
  /** Shown under the label before anything is typed. */
  readonly help?: string;
  readonly options?: readonly string[];
  /** An autofill token of the HTML standard. */
  readonly autocomplete?: string;
  readonly inputmode?: 'tel' | 'email' | 'url' | 'numeric';
}

/** The answers to a form: a list for `many`, a boolean for `tick`, else text, which is empty when nothing was answered. */
export type AnswersOf<Fields extends readonly Field[]> = {
  [F in Fields[number] as F['name']]: F['kind'] extends 'many' ? string[] : F['kind'] extends 'tick' ? boolean : string;
};

/** Answers to a form whose fields are not known to the caller. */
export type Answers = Record<string, string | string[] | boolean>;

/** One thing wrong with one answer. `text` tells the person what to do. */
export interface FieldError {
  readonly field: string;
  readonly text: string;
}

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
