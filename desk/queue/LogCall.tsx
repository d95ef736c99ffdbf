import { useState } from 'react';
import { listDeskDealerships, logCall } from '#contract/desk/board-endpoints.ts';
import { mintId } from '#contract/reference.ts';
import { useRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { LogCallDialog } from './LogCallDialog.tsx';

/** Logs a call. The id is minted once a form, so that a press that is sent again counts once. */
export function LogCall({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [id, setId] = useState(mintId);
  const dealerships = useRead(listDeskDealerships, {}, { topics: ['dealerships'], enabled: open });
  return (
    <LogCallDialog
      open={open}
      dealerships={dealerships.data ?? []}
      onClose={onClose}
      onLog={async (call) => {
        const result = await sendDesk(logCall, { body: { id, ...call } });
        if (result.kind !== 'ok') return failureText(result);
        setId(mintId());
        onClose();
        return undefined;
      }}
    />
  );
}
