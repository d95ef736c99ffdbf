import './alert.css';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { isTypedInto } from '#client/lib/typed-into.ts';
import { Icon } from './Icon.tsx';

/** What an alert tells: something failed, something is done, something is under way or worth knowing. */
export type AlertTone = 'stop' | 'go' | 'note';

interface AlertProps {
  tone: AlertTone;
  /** Whether there is something to tell now. */
  shown: boolean;
  /** The same words are announced again when this number changes. */
  attempt?: number;
  title?: string;
  children?: ReactNode;
  /** Takes the focus when it appears. For an alert that answers what the person just did and whose place they left. */
  focus?: boolean;
  /** It comes some time after the press: it takes no focus from a field that is typed into. */
  isLate?: boolean;
}

/**
 * A message in the page, announced when it appears, where a browser's own alert would block everything. Its live region
 * is in the page all the time, empty: a region that comes together with its words is often not read out (WCAG 4.1.3).
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
