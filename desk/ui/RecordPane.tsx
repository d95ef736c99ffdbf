import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { focusLate } from '../lib/late-focus.ts';
import { Loaded } from './Loaded.tsx';

interface RecordPaneProps<Value> extends Pick<PaneProps, 'backTo'> {
  read: ComponentProps<typeof Loaded<Value>>['read'];
  /** What the record is: `lead`. */
  what: string;
  /** The text of the link back to the list, when that is not `All leads`. */
  back?: string;
  /** The record. Its heading has the id `record-name`. */
  children: (value: Value) => ReactNode;
}

/** What the pane of a list's open record gets. */
export interface PaneProps {
  id: string;
  /** The path of the list with its filters. */
  backTo: string;
}

/** The open record of a list. Its name takes the focus when it is there, unless the person has gone on to something else by then. */
export function RecordPane<Value extends { readonly id: string }>(props: RecordPaneProps<Value>) {
  const { read, what, backTo, back = `All ${what}s`, children } = props;
  const pane = useRef<HTMLElement>(null);
  const shownId = read.data?.id;
  /** What had the focus when the record was opened. */
  const from = useRef<Element>(null);
  useEffect(() => {
    from.current = document.activeElement;
  }, []);
  useEffect(() => {
    if (shownId === undefined) return;
    const focused = document.activeElement;
    // The row of the record may be a new element by now, because the row has moved.
    const isWaiting = focused === from.current || focused?.matches(`body, main, [data-row="${CSS.escape(shownId)}"]`);
    if (isWaiting) focusLate(pane.current?.querySelector<HTMLElement>('#record-name'), { preventScroll: true });
  }, [shownId]);
  return (
    <section className="record-pane" aria-label={`The open ${what}`} ref={pane}>
      <Link href={backTo} className="record-back">
        {back}
      </Link>
      <Loaded read={read} what={`this ${what}`} gone={`There is no such ${what} any more.`}>
        {children}
      </Loaded>
    </section>
  );
}
