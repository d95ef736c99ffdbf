import './field.css';
import type { ReactNode } from 'react';
import { Advice, type AdviceProps } from './Advice.tsx';

/** The props of every field. `id` is the control's; the ids of help and error are made from it. */
export interface FieldProps {
  id: string;
  name: string;
  label: ReactNode;
  required: boolean;
  help?: string | undefined;
  /** The error of the answer, after it was sent. */
  error?: string | undefined;
  /** Help about what was typed. It never blocks sending. */
  advice?: AdviceProps | undefined;
}

export const helpId = (id: string): string => `${id}-help`;
export const errorId = (id: string): string => `${id}-error`;

/**
 * The attributes that connect a control to its label, help and error. The error's element always exists, and the control always
 * refers to it, so that the server can fill it like the page does.
 */
export const controlProps = ({ id, name, required, help, error }: FieldProps) => ({
  id,
  name,
  'aria-describedby': help ? `${helpId(id)} ${errorId(id)}` : errorId(id),
  'aria-invalid': error ? true : undefined,
  'aria-required': required || undefined,
});

/** The mark of a required field, explained once at the head of the form; an optional field says so in words. */
export function RequiredMark({ required }: { required: boolean }) {
  if (!required) return <span className="field-optional"> (optional)</span>;
  return (
    <span className="field-star" aria-hidden="true">
      {' *'}
    </span>
  );
}

/** The help and error of a field. The error's element exists even when empty, so that its words are announced when they come. */
export function FieldNotes({ id, help, error }: Pick<FieldProps, 'id' | 'help' | 'error'>) {
  return (
    <>
      {help && (
        <p className="field-help" id={helpId(id)}>
          {help}
        </p>
      )}
      <p className="field-error" data-error="" hidden={!error} id={errorId(id)}>
        {error}
      </p>
    </>
  );
}

/** A field with one control: label above, help and error under the label, advice below. */
export function FieldFrame({ field, children }: { field: FieldProps; children: ReactNode }) {
  const { id, name, label, required, advice } = field;
  return (
    <div className="field" data-field={name}>
      <label className="field-label" htmlFor={id}>
        {label}
        <RequiredMark required={required} />
      </label>
      <FieldNotes {...field} />
      {children}
      <Advice advice={advice} />
    </div>
  );
}
