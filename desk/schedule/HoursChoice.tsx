import '#client/ui/radio.css';
import { useId } from 'react';
import { keptByForm } from '../lib/controls.ts';
import { PeriodsEditor, type PeriodsEditorProps } from './PeriodsEditor.tsx';

interface HoursChoiceProps extends PeriodsEditorProps {
  legend: string;
  /** The labels of the two choices: `off` for no hours, `some` for hours. */
  off: string;
  some: string;
}

/** Chooses between no hours and some hours, and edits the hours. */
export function HoursChoice({ legend, off, some, of, periods, onChange, fault }: HoursChoiceProps) {
  const name = useId();
  const isOff = periods.length === 0;
  return (
    <fieldset className="hours-choice">
      <legend className="field-label">{legend}</legend>
      <label className="tick hours-option">
        <input type="radio" name={name} {...keptByForm} checked={isOff} onChange={() => onChange([])} />
        {off}
      </label>
      <label className="tick hours-option">
        <input
          type="radio"
          name={name}
          {...keptByForm}
          checked={!isOff}
          onChange={() => onChange([{ from: '09:00', to: '17:00' }])}
        />
        {some}
      </label>
      {!isOff && <PeriodsEditor of={of} periods={periods} onChange={onChange} fault={fault} />}
    </fieldset>
  );
}
