import './choices.css';
import { useId } from 'react';

interface ChoicesProps<Value extends string> {
  /** What is being chosen, for screen readers. */
  legend: string;
  options: readonly { readonly value: Value; readonly label: string; readonly count?: number | undefined }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** Radio buttons for a few choices. A choice's count is shown beside its name when it is not zero. */
export function Choices<Value extends string>({ legend, options, chosen, onChoose }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value, label, count = 0 }) => (
        <label key={value} className="choice-pill">
          <input type="radio" name={name} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>
            {label}
            {count > 0 && <span className="choice-count"> {count}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
