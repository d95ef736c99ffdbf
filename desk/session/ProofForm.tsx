import { useState } from 'react';
import type { ProofBody, proveAgain, unlock } from '#contract/desk/session-endpoints.ts';
import { callDesk } from '../lib/request.ts';
import { setSessionState } from '../lib/session.ts';
import { PasswordInput } from '../ui/fields.tsx';
import { type Fault, faultOf, SendForm, textOf } from '../ui/SendForm.tsx';
import { AppCodeInput } from './AppCodeInput.tsx';
import { FactorSwitch } from './FactorSwitch.tsx';
import { PasskeyForm } from './PasskeyForm.tsx';

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
    setSessionState(result.value);
    onProved();
    return undefined;
  }
  return (
    <div className="form-page">
      {ways.length > 1 && <FactorSwitch factors={ways} chosen={way} onChoose={setChosen} />}
      {way === 'passkey' ? (
        <PasskeyForm submit={submit} onGiven={(response) => prove({ kind: 'passkey', response })} />
      ) : (
        <SendForm
          key={way}
          draft={null}
          submit={submit}
          sending="Checking…"
          onSend={(data) =>
            prove(
              way === 'totp'
                ? { kind: way, code: textOf(data, 'proof') }
                : { kind: way, password: String(data.get('proof') ?? '') },
            )
          }
        >
          {way === 'totp' ? (
            <AppCodeInput name="proof" label="Code of your authenticator app" help="A new one: each code works once." />
          ) : (
            <PasswordInput name="proof" label="Password" autoComplete="current-password" username={email} />
          )}
        </SendForm>
      )}
    </div>
  );
}
