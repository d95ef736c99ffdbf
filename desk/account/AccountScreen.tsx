import './account.css';
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import {
  type AccountFactors,
  changePassword,
  listSessions,
  removePasskey,
  removeTotp,
  revokeOtherSessions,
  revokeSession,
  viewFactors,
} from '#contract/desk/account-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { passwordLength } from '#contract/desk/session.ts';
import { keepRead, useRead } from '../lib/read.ts';
import { type Failure, failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { refreshSessionState, setSessionState, useSession } from '../lib/session.ts';
import { PushSwitch } from '../ringing/PushSwitch.tsx';
import { AddApp, type Added, AddPasskey } from '../session/AddFactor.tsx';
import { renewCodes, showCodes } from '../session/RecoveryCodes.tsx';
import { SignOutButton } from '../session/SignOutButton.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { PasswordInput } from '../ui/fields.tsx';
import { Line } from '../ui/Line.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { NoteDialog } from '../ui/NoteDialog.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { Screen } from '../ui/Screen.tsx';
import { SendForm, takeResult } from '../ui/SendForm.tsx';
import { When, WhenOr } from '../ui/When.tsx';

const titles = { totp: 'Add an authenticator app', passkey: 'Add a passkey', password: 'Change the password' } as const;

interface PasswordFormProps {
  /** When the password was last changed. */
  seen: string | undefined;
  onDone: () => void;
  readAgain: () => void;
}

function PasswordForm({ seen, onDone, readAgain }: PasswordFormProps) {
  const { email } = useSession().person;
  const send = async (data: FormData) => {
    const result = await sendDesk(changePassword, { body: { password: String(data.get('password') ?? ''), seen } });
    if (result.kind === 'ok' && result.value) keepRead(viewFactors, {}, result.value);
    else readAgain();
    const about = { passwordTooShort: 'password', passwordTooLong: 'password', passwordCommon: 'password' };
    return takeResult(result, onDone, about);
  };
  return (
    <SendForm draft={null} submit="Change the password" onSend={send}>
      <PasswordInput
        name="password"
        label="New password"
        autoComplete="new-password"
        username={email}
        help={`At least ${passwordLength.least} characters. Every other session of yours ends.`}
      />
    </SendForm>
  );
}

/** What a read of the signed-in person's account shows. Another device may change it at any time. */
const useOwnAccount = () => ({ topics: readTopics.ofAccount(useSession().person.id) });

/** The second factors and the password of the signed-in person. */
function Factors() {
  const read = useRead(viewFactors, {}, useOwnAccount());
  const [opened, setOpened] = useState<keyof typeof titles>();
  const [said, say] = useSaid();
  /** Closes the dialog with this title. An answer that comes after the dialog was left closes no other one. */
  const close = (which: typeof opened) => setOpened((now) => (now === which ? undefined : now));
  const fail = (failure: Failure) => {
    say('stop', failureText(failure));
    // It may have been done all the same.
    void read.refetch();
  };
  const take = (which: 'totp' | 'passkey') => (added: Added) => {
    setSessionState(added.session);
    void read.refetch();
    close(which);
    if (added.recoveryCodes) showCodes(added, 'Your new recovery codes', added.recoveryCodes);
    else say('go', 'Added.');
  };
  const remove = async (sending: Promise<{ kind: 'ok'; value: AccountFactors } | Failure>) => {
    const result = await sending;
    if (result.kind !== 'ok') return fail(result);
    keepRead(viewFactors, {}, result.value);
    // So that the next proof is not asked of a factor that was removed.
    void refreshSessionState();
    say('go', 'Removed.');
  };
  const renew = async () => {
    const fault = await renewCodes();
    void read.refetch();
    if (fault !== undefined) say('stop', fault);
  };
  return (
    <section aria-labelledby="factors" className="account-part">
      <h2 id="factors">How you sign in</h2>
      <Said said={said} />
      <Loaded read={read} what="your factors">
        {({ totpAddedAt, passkeys, recoveryCodesLeft }) => (
          <ul className="lines">
            <li>
              <span className="line-main">Password</span>
              <Button onClick={() => setOpened('password')}>
                Change<span className="visually-hidden"> the password</span>
              </Button>
            </li>
            <Line words="Authenticator app" note={<WhenOr words="added" at={totpAddedAt} never="none" />}>
              <Button onClick={() => setOpened('totp')}>
                {totpAddedAt ? 'Replace' : 'Add'}
                <span className="visually-hidden"> the authenticator app</span>
              </Button>
              {totpAddedAt && (
                <Confirm
                  question="Remove the app from your account?"
                  confirmLabel="Remove the app"
                  onConfirm={() => remove(sendDesk(removeTotp, { body: { seen: totpAddedAt } }))}
                >
                  Remove
                  <span className="visually-hidden"> the authenticator app</span>
                </Confirm>
              )}
            </Line>
            {passkeys.map(({ id, name, addedAt, usedAt }) => (
              <Line
                key={id}
                words={`Passkey: ${name}`}
                note={
                  <>
                    added <When at={addedAt} />
                    <WhenOr words=", used" at={usedAt} never="" />
                  </>
                }
              >
                <Confirm
                  question={`Remove the passkey ${name}?`}
                  confirmLabel="Remove the passkey"
                  onConfirm={() => remove(sendDesk(removePasskey, { params: { id }, body: {} }))}
                >
                  Remove
                  <span className="visually-hidden"> the passkey {name}</span>
                </Confirm>
              </Line>
            ))}
            <Line words="Another passkey" note="on this device, or on a security key">
              <Button onClick={() => setOpened('passkey')}>
                Add<span className="visually-hidden"> another passkey</span>
              </Button>
            </Line>
            <li>
              <span className="line-main">
                Recovery codes
                <span className={recoveryCodesLeft < 4 ? 'line-note is-low' : 'line-note'}>
                  {recoveryCodesLeft} of 10 left
                </span>
              </span>
              <Confirm
                question="The codes that you kept stop working."
                confirmLabel="Make ten new codes"
                cancelLabel="Keep the old ones"
                onConfirm={() => renew()}
              >
                Make new ones
              </Confirm>
            </li>
          </ul>
        )}
      </Loaded>
      <NoteDialog open={opened !== undefined} title={titles[opened ?? 'password']} onClose={() => close(opened)}>
        {opened === 'totp' && <AddApp onAdded={take('totp')} />}
        {opened === 'passkey' && <AddPasskey onAdded={take('passkey')} />}
        {opened === 'password' && (
          <PasswordForm
            seen={read.data?.passwordChangedAt}
            readAgain={() => void read.refetch()}
            onDone={() => {
              close('password');
              say('go', 'Your password is changed. Every other session has ended.');
            }}
          />
        )}
      </NoteDialog>
    </section>
  );
}

/** The open sessions of the signed-in person. They can end any session but this one here. */
function Sessions() {
  const read = useRead(listSessions, {}, useOwnAccount());
  const [said, say] = useSaid();
  const end = async (id: string) => {
    const result = await sendDesk(revokeSession, { params: { id }, body: {} });
    if (result.kind === 'ok') say('go', 'That session has ended.');
    else say('stop', failureText(result));
    void read.refetch();
  };
  const endOthers = async (seen: string | undefined) => {
    const result = await sendDesk(revokeOtherSessions, { body: { seen } });
    if (result.kind !== 'ok') return say('stop', failureText(result));
    say('go', result.value.ended === 1 ? 'One session has ended.' : `${result.value.ended} sessions have ended.`);
    void read.refetch();
  };
  return (
    <section aria-labelledby="sessions" className="account-part">
      <h2 id="sessions">Where you are signed in</h2>
      <Said said={said} />
      <Loaded read={read} what="your sessions">
        {({ sessions }) => (
          <>
            <ul className="lines">
              {sessions.map(({ id, own, device, signedInAt, activeAt, locked }) => (
                <li key={id}>
                  <span className="line-main">
                    {device}
                    {own && ' (this one)'}
                    <span className="line-note">
                      since <When at={signedInAt} />, active <When at={activeAt} />
                      {locked && ', locked'}
                    </span>
                  </span>
                  {!own && (
                    <Button onClick={() => void end(id)}>
                      End<span className="visually-hidden"> the session of {device}</span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <Button onClick={() => void endOthers(sessions[0]?.signedInAt)}>End all others</Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The signed-in person's account: factors, sessions, pushes on this device, and sign-out. */
export function AccountScreen() {
  const { person } = useSession();
  return (
    <Screen title="Your account" controls={<SignOutButton look="plain">Sign out</SignOutButton>}>
      <div className="parts">
        <p className="soft">
          {person.name}, {person.email}
        </p>
        <Factors />
        <PushSwitch />
        <Sessions />
      </div>
    </Screen>
  );
}
