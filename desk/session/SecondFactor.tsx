import { useEffect, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { askDeviceLink, giveSecondFactor, openDeviceLink } from '#contract/desk/session-endpoints.ts';
import type { SecondFactor as Factor, SessionView } from '#contract/desk/session-view-endpoints.ts';
import { leaveLink } from '../lib/opened-link.ts';
import { callDesk, failureText } from '../lib/request.ts';
import { refreshSessionState, setSessionState } from '../lib/session.ts';
import { CodeInput } from '../ui/fields.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { type Fault, SendForm, takeResult, textOf } from '../ui/SendForm.tsx';
import { AppCodeInput } from './AppCodeInput.tsx';
import { FactorSwitch } from './FactorSwitch.tsx';
import { GatePage } from './GatePage.tsx';
import { PasskeyForm } from './PasskeyForm.tsx';
import { SignOutButton } from './SignOutButton.tsx';

type SecondFactorSession = Extract<SessionView, { state: 'second-factor' }>;

async function give(body: Parameters<typeof callDesk<typeof giveSecondFactor>>[1]['body']): Promise<Fault | undefined> {
  const result = await callDesk(giveSecondFactor, { body });
  if (result.kind === 'refused' && result.name === 'deviceLinkNeeded') void refreshSessionState();
  return takeResult(result, setSessionState, { wrongFactor: 'code' });
}

function FactorForm({ factor }: { factor: Factor }) {
  if (factor === 'passkey') {
    return <PasskeyForm submit="Use a passkey" onGiven={(response) => give({ kind: 'passkey', response })} />;
  }
  return (
    <SendForm
      draft={null}
      submit="Sign in"
      sending="Checking…"
      onSend={(data) => give({ kind: factor, code: textOf(data, 'code') })}
    >
      {factor === 'totp' ? (
        <AppCodeInput name="code" label="Code of your authenticator app" help="Six digits. Each code works once." />
      ) : (
        <CodeInput
          name="code"
          inputMode="text"
          label="Recovery code"
          help="One of the ten that you kept. Each works once, in capitals or not."
        />
      )}
    </SendForm>
  );
}

/** Shown after too many wrong codes from unknown devices: a mailed link must be opened on this device before it tries codes. */
function DeviceLinkNote({ canMail }: { canMail: boolean }) {
  const [said, say] = useSaid();
  const ask = async () => {
    const result = await callDesk(askDeviceLink, { body: {} });
    if (result.kind === 'ok')
      say(
        'go',
        'A link is on its way to your mail, unless one went out in the last five minutes: use that one. It works once, for 30 minutes from when it was sent. Open it in this browser.',
      );
    else say('stop', failureText(result));
  };
  return (
    <>
      <Alert tone="note" shown title="This is a new device">
        <p>
          Too many wrong codes were tried for your account. On a new device, a code works only after a link was opened
          on it. A passkey or a recovery code works at once.
        </p>
        {canMail ? (
          <p>
            <Button onClick={() => void ask()}>E-mail me the link</Button>
          </p>
        ) : (
          <p>This server sends no mail: ask an admin for the link.</p>
        )}
      </Alert>
      <Said said={said} />
    </>
  );
}

/** Uses the device link of this page, if any. Returns why it failed, and a function to try again unless the link is dead. */
function useDeviceLink(token: string | undefined) {
  const [fault, setFault] = useState<string>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try uses the link again
  useEffect(() => {
    if (token === undefined) return;
    void (async () => {
      const result = await callDesk(openDeviceLink, { body: { token } });
      // A server that fails for a moment says nothing of the link, which stays for the next try.
      if (result.kind === 'ok' || (result.kind === 'refused' && result.name === 'deadLink')) leaveLink();
      if (result.kind === 'ok') setSessionState(result.value);
      else setFault(failureText(result));
    })();
  }, [token, tries]);
  const again = () => {
    setFault(undefined);
    setTries(tries + 1);
  };
  return { fault, again: token === undefined ? undefined : again };
}

/** Asks for the second factor, by one of the ways that the account has. */
export function SecondFactor({
  session,
  deviceToken,
}: {
  session: SecondFactorSession;
  deviceToken: string | undefined;
}) {
  const { methods, deviceLink, canMail } = session;
  const { fault: linkFault, again } = useDeviceLink(deviceToken);
  const usable = methods.filter((method) => method !== 'totp' || deviceLink === 'not-needed');
  const [chosen, setChosen] = useState<Factor>();
  const factor = chosen && usable.includes(chosen) ? chosen : usable[0];
  return (
    <GatePage title="Second factor">
      <Alert tone="stop" shown={linkFault !== undefined}>
        <p>{linkFault}</p>
        {again && (
          <p>
            <Button onClick={again}>Try again</Button>
          </p>
        )}
      </Alert>
      {deviceLink === 'needed' && <DeviceLinkNote canMail={canMail} />}
      {usable.length > 1 && factor && <FactorSwitch factors={usable} chosen={factor} onChoose={setChosen} />}
      {factor && <FactorForm key={factor} factor={factor} />}
      <div className="gate-aside">
        <SignOutButton>Sign in as somebody else</SignOutButton>
      </div>
    </GatePage>
  );
}
