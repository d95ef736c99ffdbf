import './screen.css';
import type { ReactNode } from 'react';
import { useTabName } from '../lib/use-tab.ts';

interface ScreenProps {
  /** The screen's name, in its heading and in the browser's tab. */
  title: string;
  /** The screen's own controls, beside its name: a search, a filter, a button. */
  controls?: ReactNode;
  children: ReactNode;
}

/** The frame of a screen: its heading, its controls and its content. */
export function Screen({ title, controls, children }: ScreenProps) {
  useTabName(title);
  return (
    <>
      <header className="wrapped screen-head">
        <h1 tabIndex={-1}>{title}</h1>
        {controls && <div className="row-of-buttons screen-controls">{controls}</div>}
      </header>
      <div className="screen-body">{children}</div>
    </>
  );
}
