import { useLayoutEffect, useRef } from 'react';
import { whenSplashDone } from './splash.ts';
import { typeOut } from './typewriter.ts';
import './typed-text.css';

/** A paragraph that is typed out when the splash has ended. The HTML has the whole text, so its space is reserved from the start. */
export function TypedText({ text }: { text: string }) {
  const words = useRef<HTMLSpanElement>(null);
  const caret = useRef<HTMLSpanElement>(null);
  // This runs before the browser paints. Otherwise the whole text would be visible for a moment.
  useLayoutEffect(() => {
    let stop: (() => void) | undefined;
    const forget = whenSplashDone(() => {
      const content = words.current?.firstChild;
      if (content instanceof Text && caret.current) stop = typeOut(content, caret.current);
    });
    return () => {
      forget();
      stop?.();
    };
  }, []);
  return (
    <p className="typed">
      <span ref={words}>{text}</span>
      <span ref={caret} className="typed-caret moves" aria-hidden="true" />
    </p>
  );
}
