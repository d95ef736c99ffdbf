import './alert.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { Sign } from './Sign.tsx';

/** What an alert tells: something failed, something is done, something is under way or worth knowing. */
export type AlertTone = 'stop' | 'go' | 'note';

interface AlertProps {
  tone: AlertTone;
  title?: string;
  children?: ReactNode;
  /** Takes the focus when it appears. For an alert that answers what the person just did and whose place they left. */
  focus?: boolean;
}

/** A message in the page, announced when it appears, where a browser's own alert would block everything. */
export function Alert({ tone, title, children, focus = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  return (
    <div ref={box} className={`alert alert-${tone}`} role={tone === 'stop' ? 'alert' : 'status'} tabIndex={-1}>
      <Sign tone={tone} />
      <div className="alert-words">
        {title && <p className="alert-title">{title}</p>}
        {children}
      </div>
    </div>
  );
}
