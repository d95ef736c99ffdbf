import { listDeskDealerships, logCall } from '#contract/desk/board-endpoints.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { useRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { callDraft, LogCallDialog } from './LogCallDialog.tsx';

/** Logs a call. A press that is sent again has the same id, so the call is stored once. */
export function LogCall({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dealerships = useRead(listDeskDealerships, {}, { topics: ['dealerships'], enabled: open });
  return (
    <LogCallDialog
      open={open}
      dealerships={dealerships.data ?? []}
      notice={
        open && (
          <Loaded read={dealerships} what="the dealerships">
            {({ length }) => length === 0 && <p className="state">There is no dealership yet.</p>}
          </Loaded>
        )
      }
      onClose={onClose}
      onLog={async (call) => {
        const result = await sendDesk(logCall, { body: { id: draftId(callDraft), ...call } });
        if (result.kind === 'refused' && result.name === 'idTaken') dropDraftId(callDraft);
        if (result.kind !== 'ok') return failureText(result);
        return undefined;
      }}
    />
  );
}
