import { proveAgain } from '#contract/desk/session-endpoints.ts';
import { passkeysWork } from '../lib/passkey.ts';
import { useAskedProof } from '../lib/proof.ts';
import { useSession } from '../lib/session.ts';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { ProofForm } from './ProofForm.tsx';

/** The ways in the order in which they are offered. */
const ways = ['totp', 'passkey', 'password'] as const;

/** The ways that this person has and this browser can take. */
function useWays() {
  const { methods } = useSession();
  return ways.filter((way) => methods?.includes(way) !== false && (way !== 'passkey' || passkeysWork()));
}

/** Asks for a fresh proof when an action needs one. Once it is given, the action goes on by itself. */
export function ProofDialog() {
  const asked = useAskedProof();
  const own = useWays();
  const { email } = useSession().person;
  return (
    <NoteDialog
      open={asked !== undefined}
      title="Prove that it is you"
      closeLabel="Close and do not go on"
      onClose={() => asked?.answer(false)}
    >
      {asked && (
        <>
          <p className="soft">This needs a new proof that it is you. After it you are not asked for five minutes.</p>
          <ProofForm to={proveAgain} ways={own} email={email} submit="Go on" onProved={() => asked.answer(true)} />
        </>
      )}
    </NoteDialog>
  );
}
