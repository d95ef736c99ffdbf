import { useState } from 'react';

interface SearchFieldProps {
  /** What is searched, for ears: `Search leads`. */
  label: string;
  /** What can be typed, when the label does not say it. */
  placeholder?: string | undefined;
  /** What is searched for now, without blanks at its ends. */
  value: string;
  maxLength: number;
  onChange: (search: string) => void;
}

/** The search of a list. The key `/` leads to it. */
export function SearchField({ label, placeholder = label, value, maxLength, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  return (
    <>
      <input
        type="search"
        data-search=""
        className="control"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        // What is typed keeps its blanks, unless the search was changed elsewhere.
        value={typed.trim() === value ? typed : value}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(currentTarget.value.trim());
        }}
      />
      <span className="key" aria-hidden="true">
        /
      </span>
    </>
  );
}
