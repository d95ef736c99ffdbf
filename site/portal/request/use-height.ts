import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height of an element in whole pixels, as it changes. It is 0 until the element was measured. */
export function useHeight(element: RefObject<Element | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const observer = new ResizeObserver(() => setHeight(Math.round(measured.getBoundingClientRect().height)));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
