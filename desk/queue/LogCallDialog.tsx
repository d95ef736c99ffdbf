import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Dialog } from '#client/ui/Dialog.tsx';
import { requestTypes } from '#contract/agent-request.ts';
import { dealLimits } from '#contract/desk/board.ts';
import { useDraft } from '../ui/Draft.tsx';
import { Line, Lines } from './DealFields.tsx';
import { DialogEnd } from './DialogEnd.tsx';
import { DispositionChoice } from './DispositionChoice.tsx';
import { type CallForm, type FormErrors, readCall } from './deal-form.ts';

/** The key of the form's draft. */
export const callDraft = 'call';

interface LogCallDialogProps {
  open: boolean;
  dealerships: readonly { readonly id: string; readonly name: string }[];
  /** What is said when there is none to choose: they load, could not be read, or do not exist. */
  notice: ReactNode;
  /** Resolves to why it was not stored; undefined when it was. */
  onLog: (call: CallForm) => Promise<string | undefined>;
  onClose: () => void;
}

const types = Object.entries(requestTypes);

/** Writes down a call that reached the desk without a request. */
export function LogCallDialog({ open, dealerships, notice, onLog, onClose }: LogCallDialogProps) {
  // The draft waits for the list of dealerships: only then can it select one.
  const { form, keep, begin } = useDraft(dealerships.length > 0 ? callDraft : undefined);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failed, setFailed] = useState<string>();
  const [sending, setSending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const sent = event.currentTarget;
    const read = readCall(new FormData(sent));
    if ('errors' in read) {
      setErrors(read.errors);
      const [name] = Object.keys(read.errors);
      sent.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
      return;
    }
    setErrors({});
    setSending(true);
    const taken = begin();
    const why = await onLog(read.body);
    setSending(false);
    setFailed(why);
    if (why !== undefined) return;
    // Text typed while the call was being sent belongs to another call, so the form stays open.
    if (taken()) return;
    sent.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      title="Log a call"
      material="night"
      closeLabel="Back to the deal board"
      sending={sending}
      onClose={onClose}
    >
      {notice}
      <form ref={form} className="deal-form" noValidate onInput={keep} onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label className="field-label" htmlFor="call-dealership">
            Dealership
          </label>
          <p className="field-error" id="call-dealership-error" hidden={!errors.dealershipId}>
            {errors.dealershipId}
          </p>
          <div className="choice">
            <select
              id="call-dealership"
              name="dealershipId"
              className="control"
              defaultValue=""
              aria-invalid={errors.dealershipId ? true : undefined}
              aria-describedby="call-dealership-error"
            >
              <option value="">Choose…</option>
              {dealerships.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </div>
        <fieldset className="field">
          <legend className="field-label">What for</legend>
          <div className="ticks">
            {types.map(([value, label], index) => (
              <label key={value} className="radio">
                <input type="radio" name="requestType" value={value} defaultChecked={index === 0} />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <DispositionChoice error={errors.disposition} />
        <Line name="minutes" label="Minutes" inputMode="numeric" maxLength={4} error={errors.minutes} />
        <Lines name="note" label="Note" maxLength={dealLimits.note} />
        <DialogEnd
          label="Log the call"
          labelWhileSending="Saving…"
          sending={sending}
          failed={failed}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
