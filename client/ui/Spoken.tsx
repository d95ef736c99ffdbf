import { useEffect, useState } from 'react';

/** Gives a screen reader time to notice the region before its words come. */
const afterMs = 100;

/**
 * Words for screen readers alone. They are announced when they change, and also when they are added together with the surrounding
 * part of the page: the region is added empty, and gets its words a moment later.
 */
export function Spoken({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), afterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="visually-hidden" role="status">
      {spoken}
    </p>
  );
}
