import { Dialog } from '#client/ui/Dialog.tsx';
import { proveAgain } from '#contract/desk/session-endpoints.ts';
import { passkeysWork } from '../lib/passkey.ts';
import { useAskedProof } from '../lib/proof.ts';
import { ProofForm } from './ProofForm.tsx';

const ways = passkeysWork() ? (['totp', 'passkey', 'password'] as const) : (['totp', 'password'] as const);

/** Asks for a fresh proof when an action needs one. Once it is given, the action goes on by itself. */
export function ProofDialog() {
  const asked = useAskedProof();
  return (
    <Dialog
      open={asked !== undefined}
      title="Prove that it is you"
      closeLabel="Close and do not go on"
      size="note"
      material="night"
      onClose={() => asked?.answer(false)}
    >
      {asked && (
        <>
          <p className="dialog-lead">What you are about to do needs a proof that is at most five minutes old.</p>
          <ProofForm to={proveAgain} ways={ways} submit="Go on" onProved={() => asked.answer(true)} />
        </>
      )}
    </Dialog>
  );
}
