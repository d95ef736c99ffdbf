import { askPasskey } from '#contract/desk/session-endpoints.ts';
import { getPasskey, type PasskeyResponse } from '../lib/passkey.ts';
import { callDesk } from '../lib/request.ts';
import { type Fault, faultOf, SendForm } from '../ui/SendForm.tsx';

/** Has the browser ask for a passkey. Resolves to the passkey's response, or to why there is none. */
export async function givenPasskey(): Promise<{ readonly response: PasskeyResponse } | Fault> {
  const options = await callDesk(askPasskey, { body: {} });
  return options.kind === 'ok' ? getPasskey(options.value) : faultOf(options);
}

interface PasskeyFormProps {
  submit: string;
  /** Sends the response. Resolves to why it was not taken; undefined when it was. */
  onGiven: (response: PasskeyResponse) => Promise<Fault | undefined>;
}

/** Proves by a passkey who a person is. */
export const PasskeyForm = ({ submit, onGiven }: PasskeyFormProps) => (
  <SendForm
    draft={null}
    submit={submit}
    sending="Waiting for your passkey…"
    onSend={async () => {
      const given = await givenPasskey();
      return 'text' in given ? given : onGiven(given.response);
    }}
  >
    <p className="soft">Your browser asks for your fingerprint, your face or the PIN of your key.</p>
  </SendForm>
);
