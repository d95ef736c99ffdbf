import './dialog.css';
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from './Button.tsx';

interface DialogProps {
  open: boolean;
  title: string;
  /** Called when the person closes it: with the close button, Esc, or a press beside it. */
  onClose: () => void;
  /** Whether a press beside the dialog closes it. A form returns false as soon as something is filled in. */
  closesOutside?: () => boolean;
  /** The label of the close button. Without it, only the dialog's own buttons or Esc close it. */
  closeLabel?: string;
  size?: 'sheet' | 'note';
  material?: 'paper' | 'night';
  /** The element that gets the focus first instead of the title, for a dialog with a single field. */
  firstFocus?: RefObject<HTMLElement | null>;
  /** Whether its form is being sent: it stays open until a response comes. Another component's form calls `useHoldOpen`. */
  sending?: boolean;
  children: ReactNode;
}

/** Something in a dialog that holds it open. */
interface Holder {
  /** Says why the dialog stays open when somebody closes it. If the browser did so, it is opened again and this is called. */
  readonly onRefused?: (() => void) | undefined;
}

type Hold = (change: (holders: readonly Holder[]) => readonly Holder[]) => void;
const Held = createContext<Hold | undefined>(undefined);

/**
 * Holds the surrounding dialog open while something is sent, so that the person can read a refusal and loses nothing typed. With
 * `onRefused` it holds the dialog open for content that is shown only once.
 */
export function useHoldOpen(holds: boolean, onRefused?: () => void): void {
  const hold = use(Held);
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });
  const says = onRefused !== undefined;
  useEffect(() => {
    if (!holds || !hold) return;
    const holder: Holder = { onRefused: says ? () => refused.current?.() : undefined };
    hold((holders) => [...holders, holder]);
    return () => hold((holders) => holders.filter((one) => one !== holder));
  }, [holds, hold, says]);
}

/** Gives the focus back to where it was. If that is gone, hidden or switched off, the open dialog gets it, or else the page. */
function giveFocusBack(origin: Element | null): void {
  // A dialog that opened over this one has it.
  if (document.activeElement?.closest('dialog[open]')) return;
  for (const place of [origin, ...document.querySelectorAll('dialog[open] h2, main')]) {
    if (!(place instanceof HTMLElement) || place === document.body) continue;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

/**
 * A modal dialog. The focus starts on its title, stays inside, and returns to where it was. Its content stays mounted while it is
 * closed, so that nothing typed is lost.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    title,
    onClose,
    closesOutside,
    closeLabel,
    size = 'sheet',
    material = 'paper',
    firstFocus,
    sending = false,
    children,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  const headingId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) {
      before.current = document.activeElement;
      element.showModal();
      (firstFocus?.current ?? heading.current)?.focus({ preventScroll: true });
      return;
    }
    element.close();
    giveFocusBack(before.current);
  }, [open, firstFocus]);

  // When a dialog is unmounted while it is open, because its subject is gone, the focus would be lost.
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
  });
  useEffect(
    () => () => {
      if (isOpen.current && document.activeElement === document.body) giveFocusBack(before.current);
    },
    [],
  );

  // A dialog whose content is replaced starts again: at the top, with the focus on its title.
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    if (!dialog.current?.open) return;
    dialog.current.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, [title]);

  const [holders, setHolders] = useState<readonly Holder[]>([]);
  const isHeld = sending || holders.length > 0;
  const leave = () => {
    if (!isHeld) onClose();
    for (const { onRefused } of holders) onRefused?.();
  };
  const closed = () => {
    // A dialog may be open again when the browser tells that it was closed.
    if (!open || dialog.current?.open) return;
    // A browser closes a dialog at the second Esc, and the page cannot prevent it.
    if (!holders.some(({ onRefused }) => onRefused)) {
      onClose();
      giveFocusBack(before.current);
      return;
    }
    dialog.current?.showModal();
    heading.current?.focus({ preventScroll: true });
    leave();
  };
  const cancel = (event: SyntheticEvent) => {
    // Closing goes through the owner's state, so that dialog and state never disagree.
    event.preventDefault();
    if (event.target === event.currentTarget) leave();
  };
  const pressBeside = (event: MouseEvent) => {
    // A second click may belong to the double click that opened the dialog.
    const isFirst = event.detail < 2;
    if (isFirst && event.target === event.currentTarget && closesOutside?.()) leave();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes the dialog from the keyboard
    <dialog
      ref={dialog}
      className={`dialog dialog-${size} ${material}`}
      aria-labelledby={headingId}
      onCancel={cancel}
      onClose={closed}
      onClick={pressBeside}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 ref={heading} id={headingId} tabIndex={-1}>
            {title}
          </h2>
          {closeLabel && (
            <Button look="quiet" onClick={leave} aria-disabled={isHeld || undefined} aria-label={closeLabel}>
              <svg className="cross" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                <path d="m6 6 12 12M18 6 6 18" />
              </svg>
            </Button>
          )}
        </div>
        <Held value={setHolders}>{children}</Held>
      </div>
    </dialog>
  );
}
