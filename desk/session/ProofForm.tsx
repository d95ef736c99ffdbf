import { useState } from 'react';
import { askPasskey, type ProofBody, type proveAgain, type unlock } from '#contract/desk/session-endpoints.ts';
import { getPasskey, passkeyFault } from '../lib/passkey.ts';
import { callDesk } from '../lib/request.ts';
import { setStanding } from '../lib/session.ts';
import { PasswordInput } from '../ui/fields.tsx';
import { type Fault, faultOf, SendForm, textOf } from '../ui/SendForm.tsx';
import { AppCodeInput } from './AppCodeInput.tsx';
import { FactorSwitch } from './FactorSwitch.tsx';

type ProofWay = ProofBody['kind'];

interface ProofFormProps {
  to: typeof proveAgain | typeof unlock;
  ways: readonly ProofWay[];
  /** The e-mail address of the signed-in person. */
  email: string;
  submit: string;
  onProved: () => void;
}

/** Proves again that the signed-in person is there: for a fresh proof (`proveAgain`), or to unlock the desk. */
export function ProofForm({ to, ways, email, submit, onProved }: ProofFormProps) {
  const [chosen, setChosen] = useState<ProofWay>();
  const way = chosen && ways.includes(chosen) ? chosen : (ways[0] ?? 'password');
  async function prove(body: ProofBody): Promise<Fault | undefined> {
    const result = await callDesk(to, { body });
    if (result.kind !== 'ok') return faultOf(result, { wrongFactor: body.kind === 'passkey' ? '' : 'proof' });
    setStanding(result.value);
    onProved();
    return undefined;
  }
  async function provePasskey(): Promise<Fault | undefined> {
    const options = await callDesk(askPasskey, { body: {} });
    if (options.kind !== 'ok') return faultOf(options);
    const outcome = await getPasskey(options.value);
    if (outcome.kind !== 'done') return { text: passkeyFault(outcome) };
    return prove({ kind: 'passkey', response: outcome.response });
  }
  return (
    <div className="form-page">
      {ways.length > 1 && <FactorSwitch factors={ways} chosen={way} onChoose={setChosen} />}
      {way === 'passkey' && (
        <SendForm draft={null} submit={submit} sending="Waiting for your passkey…" onSend={provePasskey}>
          <p className="soft">Your browser asks for your fingerprint, your face or the PIN of your key.</p>
        </SendForm>
      )}
      {way === 'totp' && (
        <SendForm
          draft={null}
          submit={submit}
          sending="Checking…"
          onSend={(data) => prove({ kind: 'totp', code: textOf(data, 'proof') })}
        >
          <AppCodeInput name="proof" label="Code of your authenticator app" help="A new one: each code works once." />
        </SendForm>
      )}
      {way === 'password' && (
        <SendForm
          draft={null}
          submit={submit}
          sending="Checking…"
          onSend={(data) => prove({ kind: 'password', password: String(data.get('proof') ?? '') })}
        >
          <PasswordInput name="proof" label="Password" autoComplete="current-password" username={email} />
        </SendForm>
      )}
    </div>
  );
}
