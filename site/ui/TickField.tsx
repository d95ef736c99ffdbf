import type { ChangeEvent } from 'react';
import { controlProps, FieldNotes, type FieldProps } from './FieldFrame.tsx';

interface TickFieldProps {
  field: FieldProps;
  onChange?: (ticked: boolean) => void;
}

/** Yes or no, unticked until the person ticks it. Its label stands beside the box and is part of the target. */
export function TickField({ field, onChange }: TickFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => onChange?.(event.target.checked);
  return (
    <div className="field field-tick" data-field={field.name}>
      <FieldNotes {...field} />
      <div className="tick">
        <input {...controlProps(field)} type="checkbox" onChange={change} />
        <label htmlFor={field.id}>{field.label}</label>
      </div>
    </div>
  );
}
