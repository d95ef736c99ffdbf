import './alert.css';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { isTypedInto } from '#client/lib/typed-into.ts';
import { Icon } from './Icon.tsx';

/** The kind of message: `stop` for a failure, `go` for success, `note` for progress or information. */
export type AlertTone = 'stop' | 'go' | 'note';

interface AlertProps {
  tone: AlertTone;
  /** Whether there is a message now. */
  shown: boolean;
  /** The same words are announced again when this number changes. */
  attempt?: number;
  title?: string;
  children?: ReactNode;
  /** Whether it takes the focus when it appears: for the result of the last action when the control used is gone. */
  focus?: boolean;
  /** Whether it comes some time after the press. Then it takes no focus from a field that somebody is typing into. */
  isLate?: boolean;
}

/**
 * A message in the page, announced when it appears. It is used in place of the browser's own alert, which would block everything. Its
 * empty live region is in the page from the start: a region added together with its words is often not read (WCAG 4.1.3).
 */
export function Alert({ tone, shown, attempt = 0, title, children, focus = false, isLate = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  const toFocus = shown && focus ? attempt : undefined;
  useEffect(() => {
    if (toFocus === undefined || (isLate && isTypedInto())) return;
    box.current?.focus();
  }, [toFocus, isLate]);
  return (
    <div
      ref={box}
      className={shown ? `alert alert-${tone}` : undefined}
      role={tone === 'stop' ? 'alert' : 'status'}
      tabIndex={shown ? -1 : undefined}
    >
      {shown && (
        <Fragment key={attempt}>
          <Icon tone={tone} />
          <div className="alert-words">
            {title && <p className="alert-title">{title}</p>}
            {children}
          </div>
        </Fragment>
      )}
    </div>
  );
}
