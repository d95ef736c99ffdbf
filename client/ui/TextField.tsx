import type { ComponentProps } from 'react';
import { controlProps, FieldFrame, type FieldProps } from './FieldFrame.tsx';

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
