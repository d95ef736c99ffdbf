import { isolated } from '#client/lib/isolated.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { TickInput } from '../ui/fields.tsx';
import { type Fault, SendForm } from '../ui/SendForm.tsx';
import { DealFields, DealTextInput, DispositionInput } from './DealFields.tsx';
import { type DoneForm, readDone } from './deal-form.ts';

interface DoneDialogProps {
  open: boolean;
  record: RequestRecord;
  /** Resolves to why it was not closed; undefined when it was. */
  onDone: (form: DoneForm) => Promise<Fault | undefined>;
  onClose: () => void;
}

/** Asks how a request ended, and for the fields of its deal. What is typed is kept until it is sent, also over a reload. */
export function DoneDialog({ open, record, onDone, onClose }: DoneDialogProps) {
  const { id, dealershipName, deal } = record;
  return (
    <Dialog
      open={open}
      title={`Close ${isolated(dealershipName)}`}
      material="night"
      closeLabel="Back to the request"
      onClose={onClose}
    >
      <div className="deal-form">
        <SendForm
          draft={`done ${id}`}
          about={dealershipName}
          submit="Close request"
          sending="Closing…"
          onBack={onClose}
          onSend={async (data) => {
            const form = readDone(data);
            return 'text' in form ? form : onDone(form);
          }}
        >
          <DispositionInput />
          <DealFields deal={deal} />
          <TickInput name="notBilled" label="Don’t bill this one" defaultChecked={deal.notBilledReason !== null} />
          <div className="why-not-billed">
            <DealTextInput deal={deal} name="notBilledReason" label="Why not" />
          </div>
        </SendForm>
      </div>
    </Dialog>
  );
}
