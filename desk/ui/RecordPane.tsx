import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Loaded } from './Loaded.tsx';

interface RecordPaneProps<Value> {
  /** What is open, for screen readers: `The open lead`. */
  label: string;
  read: ComponentProps<typeof Loaded<Value>>['read'];
  /** The thing that is read, as a sentence names it: `this lead`. */
  what: string;
  /** The message when the record no longer exists. */
  gone: string;
  /** The way back to the list: `All leads`, and the list's path with its filters. */
  back: { readonly text: string; readonly path: string };
  /** The record. Its heading has the id `record-name`. */
  children: (value: Value) => ReactNode;
}

/** The open record of a list. Its name takes the focus when it is opened. */
export function RecordPane<Value extends { readonly id: string }>(props: RecordPaneProps<Value>) {
  const { label, read, what, gone, back, children } = props;
  const pane = useRef<HTMLElement>(null);
  const shownId = read.data?.id;
  useEffect(() => {
    if (shownId !== undefined) pane.current?.querySelector<HTMLElement>('#record-name')?.focus({ preventScroll: true });
  }, [shownId]);
  return (
    <section className="record-pane" aria-label={label} ref={pane}>
      <Link href={back.path} className="record-back">
        {back.text}
      </Link>
      <Loaded read={read} what={what} gone={gone}>
        {children}
      </Loaded>
    </section>
  );
}
