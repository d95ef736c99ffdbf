import { useState } from 'react';

interface SearchFieldProps {
  /** What is searched, for screen readers: `Search leads`. */
  label: string;
  /** What can be typed, when that is shorter than the label; otherwise the label. */
  placeholder?: string | undefined;
  /** The current search, without blanks at its ends. */
  value: string;
  maxLength: number;
  onChange: (search: string) => void;
}

/** The search field of a list. The key `/` moves the focus to it. */
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
        // The control keeps typed blanks, unless the search was changed elsewhere.
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
