import { useEffect, useId, useRef } from 'react';
import { brand } from '#brand/brand.ts';
import { ignorePressesMs } from '#client/lib/press-guard.ts';
import { Button } from '#client/ui/Button.tsx';
import { telOf } from '#client/ui/tel.ts';
import '#client/ui/dialog.css';
import { beforePageChange } from '../navigation/navigation.ts';
import './contact-dialog.css';

/** HTML's invoker commands: the browser opens and closes the dialog by itself, even before or without script. */
const command = (name: 'show-modal' | 'close', commandfor: string) => ({ command: name, commandfor });

const knowsCommands = (): boolean => 'commandForElement' in HTMLButtonElement.prototype;

/** Keeps a dialog that has just opened from closing by a press beside it. That press may be the second one of a double press. */
function stayOpen({ target }: Event): void {
  const dialog = target as HTMLDialogElement;
  dialog.setAttribute('closedby', 'closerequest');
  setTimeout(() => dialog.setAttribute('closedby', 'any'), ignorePressesMs);
}

/** The footer's Contact button and its dialog. Script opens the dialog only in browsers without invoker commands. */
export function ContactDialog() {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => beforePageChange(() => dialog.current?.close()), []);
  // React hears no `toggle` of a dialog.
  useEffect(() => dialog.current?.addEventListener('toggle', stayOpen), []);
  const open = () => {
    if (!knowsCommands()) dialog.current?.showModal();
  };
  const close = () => {
    if (!knowsCommands()) dialog.current?.close();
  };
  return (
    <>
      <button type="button" className="link" aria-haspopup="dialog" onClick={open} {...command('show-modal', id)}>
        Contact
      </button>
      <dialog
        ref={dialog}
        id={id}
        className="dialog contact-dialog paper"
        aria-labelledby={`${id}-title`}
        closedby="any"
      >
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={`${id}-title`}>Contact</h2>
          </div>
          <dl className="contact-lines">
            <div>
              <dt>E-mail</dt>
              <dd>
                <a href={`mailto:${brand.email}`}>{brand.email}</a>
              </dd>
            </div>
            <div>
              <dt>Office</dt>
              <dd>
                <a href={telOf(brand.phone)}>{brand.phone}</a>
              </dd>
            </div>
            <div>
              <dt>Where we work</dt>
              <dd>{brand.serviceArea}</dd>
            </div>
          </dl>
          <div className="dialog-end">
            <Button onClick={close} {...command('close', id)}>
              Close
            </Button>
          </div>
        </div>
      </dialog>
    </>
  );
}
