import { type SubmitEvent, useState } from 'react';
import { Dialog } from '#client/ui/Dialog.tsx';
import { dealLimits } from '#contract/desk/board.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { OvertakenNote, useDraft } from '../ui/Draft.tsx';
import { DealFields, Line } from './DealFields.tsx';
import { DialogEnd } from './DialogEnd.tsx';
import { DispositionChoice } from './DispositionChoice.tsx';
import { type DoneForm, type FormErrors, readDone } from './deal-form.ts';

interface DoneDialogProps {
  open: boolean;
  record: RequestRecord;
  /** Resolves to why it was not closed; undefined when it was. */
  onDone: (form: DoneForm) => Promise<string | undefined>;
  onClose: () => void;
}

/** Asks how a request ended, and for the fields of its deal. What is typed is kept until it is sent, also over a reload. */
export function DoneDialog({ open, record, onDone, onClose }: DoneDialogProps) {
  const { form, overtaken, keep, begin } = useDraft(`done ${record.id}`);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failed, setFailed] = useState<string>();
  const [sending, setSending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const read = readDone(new FormData(event.currentTarget));
    if ('errors' in read) {
      setErrors(read.errors);
      const name = read.errors.disposition ? 'disposition' : 'minutes';
      form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
      return;
    }
    setErrors({});
    setSending(true);
    const taken = begin();
    const why = await onDone(read.body);
    if (why === undefined) taken();
    setFailed(why);
    setSending(false);
  };
  return (
    <Dialog
      open={open}
      title={`Close ${record.dealershipName}`}
      material="night"
      closeLabel="Back to the request"
      sending={sending}
      onClose={onClose}
    >
      <form ref={form} className="deal-form" noValidate onInput={keep} onSubmit={(event) => void submit(event)}>
        <OvertakenNote overtaken={overtaken} />
        <DispositionChoice error={errors.disposition} />
        <DealFields deal={record.deal} minutesError={errors.minutes} />
        <div className="field">
          <div className="tick">
            <input
              id="not-billed"
              type="checkbox"
              name="notBilled"
              defaultChecked={record.deal.notBilledReason !== null}
            />
            <label htmlFor="not-billed">Don’t bill this one</label>
          </div>
        </div>
        <div className="why-not-billed">
          <Line
            name="notBilledReason"
            label="Why not"
            defaultValue={record.deal.notBilledReason ?? ''}
            maxLength={dealLimits.notBilledReason}
          />
        </div>
        <DialogEnd
          label="Close request"
          labelWhileSending="Closing…"
          sending={sending}
          failed={failed}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
