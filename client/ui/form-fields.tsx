/** The kinds of field that the public forms have. */
import type { ComponentProps } from 'react';
import { controlProps, FieldFrame, FieldNotes, type FieldProps, RequiredMark } from './FieldFrame.tsx';

type Native<Tag extends 'input' | 'textarea'> = Pick<ComponentProps<Tag>, 'autoComplete' | 'inputMode' | 'disabled'>;

/** One line of text. */
export function TextField({
  field,
  type,
  ...native
}: { field: FieldProps; type: 'text' | 'tel' | 'email' } & Native<'input'>) {
  return (
    <FieldFrame field={field}>
      <input {...controlProps(field)} {...native} type={type} className={`control control-${type}`} />
    </FieldFrame>
  );
}

/** A postal address of several lines. */
export function StreetField({ field, ...native }: { field: FieldProps } & Native<'textarea'>) {
  return (
    <FieldFrame field={field}>
      <textarea {...controlProps(field)} {...native} rows={2} className="control control-street" />
    </FieldFrame>
  );
}

/** A choice of one of several options. None is preselected. */
export function ChoiceField({ field, options }: { field: FieldProps; options: readonly string[] }) {
  return (
    <FieldFrame field={field}>
      <div className="choice">
        <select {...controlProps(field)} className="control" defaultValue="">
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}

/** A choice of any number of options, in a list that scrolls when it is long. The boxes' ids are the field's id with a number. */
export function ManyField({ field, options }: { field: FieldProps; options: readonly string[] }) {
  const { id, name, label, required } = field;
  return (
    <fieldset className="field" data-field={name} aria-describedby={controlProps(field)['aria-describedby']}>
      <legend className="field-label">
        {label}
        <RequiredMark required={required} />
      </legend>
      <FieldNotes {...field} />
      <ul className="many">
        {options.map((option, index) => (
          <li className="tick" key={option}>
            <input id={`${id}-${index}`} name={name} type="checkbox" value={option} />
            <label htmlFor={`${id}-${index}`}>{option}</label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** A box to tick, unticked at first. Its label stands beside the box and can be pressed as well. */
export function TickField({ field, autoComplete }: { field: FieldProps; autoComplete?: string | undefined }) {
  return (
    <div className="field field-tick" data-field={field.name}>
      <FieldNotes {...field} />
      <div className="tick">
        <input {...controlProps(field)} type="checkbox" autoComplete={autoComplete} />
        <label htmlFor={field.id}>{field.label}</label>
      </div>
    </div>
  );
}
