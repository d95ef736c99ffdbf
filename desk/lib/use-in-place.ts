import { useEffect, useRef } from 'react';
import { focusLate } from './late-focus.ts';

/**
 * Moves the focus with a form that opens in the place of its button: to the first control of the form, and back to the button when
 * the form is closed. A form that is open from the start, because of its draft, takes the focus from nothing.
 *
 * @returns refs: `place` for the element around the form, `button` for the button that gives way to it or stands beside it
 */
export function useInPlace<Place extends HTMLElement>(isOpen: boolean) {
  const place = useRef<Place>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // A note above the fields may have a button.
    const first =
      place.current?.querySelector<HTMLElement>('input, textarea') ?? place.current?.querySelector('button');
    if (isOpen && !wasOpen.current) first?.focus();
    if (!isOpen && wasOpen.current) focusLate(button.current);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { place, button };
}
