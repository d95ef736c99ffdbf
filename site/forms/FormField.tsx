import { memo, type ReactNode } from 'react';
import type { AdviceProps } from '#client/ui/Advice.tsx';
import type { FieldProps } from '#client/ui/FieldFrame.tsx';
import { ChoiceField, ManyField, StreetField, TextField, TickField } from '#client/ui/form-fields.tsx';
import type { Field } from '#contract/fields.ts';
import type { LeadKind } from '#contract/pages.ts';
import type { Finding } from './useFindings.ts';

export const controlIdOf = (kind: LeadKind, name: string): string => `${kind}-${name}`;

/** The control that an error's link leads to: of a list of boxes, the first. */
export const firstControlIdOf = (kind: LeadKind, field: Field): string =>
  `${controlIdOf(kind, field.name)}${field.kind === 'many' ? '-0' : ''}`;

interface FormFieldProps {
  form: LeadKind;
  field: Field;
  error?: string | undefined;
  finding?: Finding | undefined;
  /** Puts a proposed answer in the place of the typed one. */
  onCorrect: (name: string, correction: string) => void;
  disabled?: boolean;
  /** Replaces the table's help where the form has more to say. */
  help?: string | undefined;
}

function adviceOf(
  { name }: Field,
  finding: Finding | undefined,
  onCorrect: FormFieldProps['onCorrect'],
): AdviceProps | undefined {
  if (!finding) return undefined;
  const { text, correction } = finding;
  if (correction === undefined) return { text };
  return { text, correction: { label: `Use ${correction}`, onCorrect: () => onCorrect(name, correction) } };
}

function DrawnField({ form, field, error, finding, onCorrect, disabled = false, help }: FormFieldProps): ReactNode {
  // One message says that an answer is too long. It gives the length of this moment, not the one that was refused.
  const tooLong = error && finding?.tooLong && finding.text;
  const props: FieldProps = {
    id: controlIdOf(form, field.name),
    name: field.name,
    label: field.label,
    required: field.required,
    help: help ?? field.help,
    error: tooLong || error,
    advice: tooLong ? undefined : adviceOf(field, finding, onCorrect),
  };
  // No maxlength: a browser cuts off a long paste without a word. Here it is kept, and the person is told.
  const native = { autoComplete: field.autocomplete, inputMode: field.inputmode, disabled };
  switch (field.kind) {
    case 'street':
      return <StreetField field={props} {...native} />;
    case 'choice':
      return <ChoiceField field={props} options={field.options ?? []} />;
    case 'many':
      return <ManyField field={props} options={field.options ?? []} />;
    case 'tick':
      return <TickField field={props} autoComplete={field.autocomplete} />;
    case 'tel':
    case 'email':
      return <TextField field={props} type={field.kind} {...native} />;
    case 'text':
    case 'url':
      // Not of type url: a browser refuses an address without https:// there. Here it is help, not an error.
      return <TextField field={props} type="text" {...native} />;
  }
}

/** The control that a field of the contract's table asks for. It is drawn anew only when something about this field changed. */
export const FormField = memo(DrawnField);
