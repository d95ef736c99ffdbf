import '#client/ui/field.css';
import '#client/ui/radio.css';
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Advice } from '#client/ui/Advice.tsx';
import { controlProps, FieldNotes } from '#client/ui/FieldFrame.tsx';
import { keptByForm } from '../lib/controls.ts';
import { lastDay } from '../lib/times.ts';
import { useFault } from './SendForm.tsx';

interface Common {
  name: string;
  label: string;
  help?: string;
  optional?: boolean;
}

function useField({ name, label, help, optional = false }: Common) {
  const id = useId();
  const error = useFault(name);
  return { id, name, label, required: !optional, help, error };
}

function Frame({ field, children }: { field: ReturnType<typeof useField>; children: ReactNode }) {
  const { id, name, label, required } = field;
  return (
    <div className="field" data-field={name}>
      <label className="field-label" htmlFor={id}>
        {label}
        {!required && <span className="field-optional"> (optional)</span>}
      </label>
      <FieldNotes {...field} />
      {children}
    </div>
  );
}

type InputProps = Pick<
  ComponentProps<'input'>,
  'autoComplete' | 'className' | 'inputMode' | 'defaultValue' | 'spellCheck' | 'maxLength' | 'readOnly'
>;

/** Makes an input controlled, for a form that keeps the value itself by `useDraftValue`. */
interface Kept {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const controlled = ({ value, onChange }: Kept) => ({
  ...keptByForm,
  value,
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onChange(currentTarget.value),
});

interface TextInputProps extends Common, InputProps {
  type?: 'text' | 'email' | 'tel';
  kept?: Kept;
  /** What the browser suggests. Any other text can be typed as well. */
  suggestions?: readonly string[];
}

/** One line of text. A browser fills in nothing unless `autoComplete` says what. */
export function TextInput({ type = 'text', kept, suggestions, ...props }: TextInputProps) {
  const { name: _name, label: _label, help: _help, optional: _optional, ...native } = props;
  const field = useField(props);
  const list = suggestions && `${field.id}-list`;
  const own = { type, list, autoComplete: 'off', className: 'control', ...native, ...(kept && controlled(kept)) };
  return (
    <Frame field={field}>
      <input {...controlProps(field)} {...own} />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
    </Frame>
  );
}

interface DateInputProps extends Common {
  defaultValue?: string | undefined;
  min?: string;
  withTime?: boolean;
  kept?: Kept;
}

/** A calendar date, with or without a time. */
export function DateInput({ min, kept, withTime = false, defaultValue, ...props }: DateInputProps) {
  const field = useField(props);
  const control = kept ? controlled(kept) : { defaultValue };
  const type = withTime ? 'datetime-local' : 'date';
  const max = withTime ? `${lastDay}T23:59` : lastDay;
  return (
    <Frame field={field}>
      <input {...controlProps(field)} {...control} type={type} className="control" min={min} max={max} />
    </Frame>
  );
}

/**
 * Several lines of text.
 *
 * @param advise returns advice about the typed text once the field is left, or undefined
 */
export function AreaInput({
  advise,
  maxLength,
  defaultValue,
  ...props
}: Common & { maxLength?: number; defaultValue?: string; advise?: (text: string) => string | undefined }) {
  const field = useField(props);
  const [advice, setAdvice] = useState<string>();
  return (
    <Frame field={field}>
      <textarea
        {...controlProps(field)}
        className="control"
        rows={3}
        maxLength={maxLength}
        defaultValue={defaultValue}
        autoComplete="off"
        onBlur={({ currentTarget }) => setAdvice(advise?.(currentTarget.value))}
      />
      <Advice advice={advice === undefined ? undefined : { text: advice }} />
    </Frame>
  );
}

/** The code of a factor: digits that the browser may fill in from a message or an app. */
export const CodeInput = (props: Common & InputProps) => (
  <TextInput
    inputMode="numeric"
    {...props}
    autoComplete="one-time-code"
    spellCheck={false}
    className="control control-code"
  />
);

interface PasswordInputProps extends Common {
  autoComplete: 'current-password' | 'new-password';
  /** Whose password it is, in a form without a field for that. Only a password manager reads it. */
  username?: string;
}

/** A password. It can be shown, pasted and filled in by a password manager. */
export function PasswordInput({ autoComplete, username, ...props }: PasswordInputProps) {
  const field = useField(props);
  const [shown, setShown] = useState(false);
  return (
    <Frame field={field}>
      <div className="password">
        {username !== undefined && <input type="text" autoComplete="username" value={username} readOnly hidden />}
        <input
          {...controlProps(field)}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          spellCheck={false}
          className="control"
        />
        <button type="button" className="password-show" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> the {props.label.toLowerCase()}</span>
        </button>
      </div>
    </Frame>
  );
}

interface ChoiceProps extends Common {
  options: readonly { readonly value: string; readonly label: string }[];
  defaultValue?: string;
}

/** One of a few options, in a menu. */
export function SelectInput({ options, defaultValue, kept, ...props }: ChoiceProps & { kept?: Kept }) {
  const field = useField(props);
  const control = kept ? controlled(kept) : { defaultValue };
  return (
    <Frame field={field}>
      <div className="choice">
        <select {...controlProps(field)} {...control} className="control">
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </Frame>
  );
}

/** Several controls under one legend. It shows the fault of the control with this name. */
export function FieldGroup({
  className = '',
  children,
  ...props
}: Common & { className?: string; children: ReactNode }) {
  const field = useField(props);
  return (
    <fieldset className={`field ${className}`} aria-describedby={controlProps(field)['aria-describedby']}>
      <legend className="field-label">
        {field.label}
        {!field.required && <span className="field-optional"> (optional)</span>}
      </legend>
      <FieldNotes {...field} />
      {children}
    </fieldset>
  );
}

/** One of a few options, all of them in sight. */
export function RadioInput({ options, defaultValue, ...props }: ChoiceProps) {
  return (
    <FieldGroup {...props}>
      <div className="ticks">
        {options.map(({ value, label }) => (
          <label key={value} className="tick radio">
            <input type="radio" name={props.name} value={value} defaultChecked={value === defaultValue} />
            {label}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Yes or no. */
export function TickInput({ name, label, defaultChecked }: Common & { defaultChecked?: boolean }) {
  const field = useField({ name, label });
  return (
    <div className="field" data-field={name}>
      <FieldNotes {...field} />
      <div className="tick">
        <input
          {...controlProps({ ...field, required: false })}
          type="checkbox"
          value="yes"
          defaultChecked={defaultChecked}
        />
        <label htmlFor={field.id}>{label}</label>
      </div>
    </div>
  );
}
