import { Dialog } from '#client/ui/Dialog.tsx';
import { requestTypes } from '#contract/agent-request.ts';
import { dealLimits } from '#contract/desk/board.ts';
import { listDeskDealerships, logCall } from '#contract/desk/board-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { optionsOf } from '../lib/options.ts';
import { useRead } from '../lib/read.ts';
import { sendDesk } from '../lib/send.ts';
import { AreaInput, RadioInput, SelectInput } from '../ui/fields.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { type Fault, faultOf, SendForm } from '../ui/SendForm.tsx';
import { DispositionInput, MinutesInput } from './DealFields.tsx';
import { readCall } from './deal-form.ts';

const draft = 'call';

/** Sends the form. A press that is sent again has the same id, so the call is stored once. */
async function send(data: FormData): Promise<Fault | undefined> {
  const call = readCall(data);
  if ('text' in call) return call;
  const result = await sendDesk(logCall, { body: { id: draftId(draft), ...call } });
  if (result.kind === 'refused' && result.name === 'idTaken') dropDraftId(draft);
  return result.kind === 'ok' ? undefined : faultOf(result);
}

/** Writes down a call that reached the desk without a request. */
export function LogCall({ open, onClose }: { open: boolean; onClose: () => void }) {
  const read = useRead(listDeskDealerships, {}, { topics: readTopics.listDeskDealerships, enabled: open });
  const dealerships = read.data ?? [];
  return (
    <Dialog open={open} title="Log a call" material="night" closeLabel="Back to the deal board" onClose={onClose}>
      {open && (
        <Loaded read={read} what="the dealerships">
          {({ length }) => length === 0 && <p className="state">There is no dealership yet.</p>}
        </Loaded>
      )}
      <div className="deal-form">
        {/* The draft waits for the list of dealerships: only then can it select one. Text that is typed while a call is being sent
            belongs to another call, so the dialog stays open. */}
        <SendForm
          draft={dealerships.length > 0 ? draft : null}
          submit="Log the call"
          onSend={send}
          empties
          onSent={onClose}
          onBack={onClose}
        >
          <SelectInput
            name="dealershipId"
            label="Dealership"
            options={[
              { value: '', label: 'Choose…' },
              ...dealerships.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <RadioInput
            name="requestType"
            label="Request type"
            options={optionsOf(requestTypes)}
            defaultValue={Object.keys(requestTypes)[0] ?? ''}
          />
          <DispositionInput />
          <MinutesInput minutes={null} />
          <AreaInput name="note" label="Note" optional maxLength={dealLimits.note} />
        </SendForm>
      </div>
    </Dialog>
  );
}
