import './filter-fields.css';
import { type ReactNode, useId, useState } from 'react';
import { isDay, lastDay } from '../lib/times.ts';

interface FilterProps<Value extends string> {
  label: string;
  /** Shows the label to screen readers only, where the value explains itself. */
  hideLabel?: boolean;
  value: Value;
  onChange: (value: Value) => void;
}

interface FrameProps extends Pick<FilterProps<string>, 'label' | 'hideLabel'> {
  id: string;
  children: ReactNode;
}

function Frame({ id, label, hideLabel = false, children }: FrameProps) {
  return (
    <div className="filter">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {children}
    </div>
  );
}

interface FilterSelectProps<Value extends string> extends FilterProps<Value> {
  options: readonly { readonly value: NoInfer<Value>; readonly label: string }[];
  /** Whether the key `/` moves the focus here, on a screen without a search field. */
  isFirst?: boolean;
}

/** The label of a chosen value that is not, or not yet, among the options. Undefined while it is among them. */
function useGoneLabel<Value extends string>({ options, value }: FilterSelectProps<Value>): string | undefined {
  const chosen = options.find((option) => option.value === value);
  const [last, setLast] = useState(chosen);
  if (chosen && (chosen.value !== last?.value || chosen.label !== last.label)) setLast(chosen);
  if (chosen) return undefined;
  if (last?.value === value) return `${last.label} (not in the list any more)`;
  return options.length > 1 ? 'Not in the list' : '…';
}

/** A filter with several values. A choice counts at once. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { options, value, onChange, isFirst = false } = props;
  const id = useId();
  const goneLabel = useGoneLabel(props);
  return (
    <Frame {...props} id={id}>
      <select
        id={id}
        data-search={isFirst ? '' : undefined}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options[currentTarget.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {goneLabel && <option value={value}>{goneLabel}</option>}
      </select>
    </Frame>
  );
}

/** A filter that is a day, `yyyy-mm-dd`, or empty for no day. A day that is typed digit by digit counts once it is complete. */
export function FilterDay(props: FilterProps<string> & { min?: string; max?: string }) {
  const { value, onChange, min, max = lastDay } = props;
  const id = useId();
  /** The control's text while it is not yet a day. */
  const [typed, setTyped] = useState<string>();
  return (
    <Frame {...props} id={id}>
      <input
        id={id}
        type="date"
        value={typed ?? value}
        min={min}
        max={max}
        onChange={({ currentTarget: { value: next } }) => {
          const counts = next === '' || isDay(next);
          setTyped(counts && next !== '' ? undefined : next);
          if (counts) onChange(next);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </Frame>
  );
}
