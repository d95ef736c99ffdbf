import { controlProps, FieldNotes, type FieldProps, RequiredMark } from './FieldFrame.tsx';

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
