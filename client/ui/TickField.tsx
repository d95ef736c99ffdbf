import { controlProps, FieldNotes, type FieldProps } from './FieldFrame.tsx';

/** Yes or no, unticked until the person ticks it. Its label stands beside the box and is part of the target. */
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
