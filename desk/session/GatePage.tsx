import './gate.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { Mark } from '#client/ui/Mark.tsx';
import { useFallbackFocus } from '../lib/use-fallback-focus.ts';
import { useTabName } from '../lib/use-tab.ts';

/** The frame of a page before the console. Its heading takes the focus when it appears, unless another element has it. */
export function GatePage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTabName(title);
  useFallbackFocus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another page, which begins at its heading
  useEffect(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <main id="main" className="gate">
      <p className="gate-mark">
        <Mark />
        Desk
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}
