import { controlProps, FieldNotes, type FieldProps } from './FieldFrame.tsx';

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
