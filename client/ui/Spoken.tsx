import { useEffect, useState } from 'react';

/** Long enough for a screen reader to know the region before its words come. */
const afterMs = 100;

/**
 * Words for screen readers alone. They are announced when they change and also when they come together with the part of the page that
 * holds them: the region is put there empty, and gets its words a moment later.
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
