import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** A choice by keys counts this long after the last key, in milliseconds. */
const restMs = 1000;

/**
 * For a select whose choice acts at once. With the keys of a keyboard a person steps through its options one by one, and each step is
 * a change for the browser. So a choice by keys counts when the person presses Enter, leaves the select or pauses.
 *
 * @param stored the value that is stored
 * @returns the properties of the select
 */
export function useStepped(stored: string, onChoose: (value: string) => void) {
  /** The choice by keys that does not count yet. */
  const [stepped, setStepped] = useState<string>();
  const byKey = useRef(false);
  const choose = (value: string | undefined): void => {
    setStepped(undefined);
    if (value !== undefined && value !== stored) onChoose(value);
  };
  const settle = useEffectEvent(() => choose(stepped));
  useEffect(() => {
    if (stepped === undefined) return;
    const timer = setTimeout(() => settle(), restMs);
    return () => clearTimeout(timer);
  }, [stepped]);
  return {
    value: stepped ?? stored,
    onPointerDown: () => {
      byKey.current = false;
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      byKey.current = true;
      if (key === 'Enter') choose(stepped);
    },
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLSelectElement>) =>
      byKey.current ? setStepped(value) : choose(value),
    onBlur: () => choose(stepped),
  };
}
