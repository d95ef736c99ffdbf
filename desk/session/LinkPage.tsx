import type { Result as HttpResult } from '#client/lib/http.ts';
import { Button } from '#client/ui/Button.tsx';
import { acceptInvitation, lookAtLink, recoverAccount, resetPassword, setUp } from '#contract/desk/link-endpoints.ts';
import { passwordLength } from '#contract/desk/session.ts';
import type { SessionView } from '#contract/desk/session-view-endpoints.ts';
import { leaveLink, type OpenedLink } from '../lib/opened-link.ts';
import type { ValueOf } from '../lib/read.ts';
import { callDesk, type Failure, failureText } from '../lib/request.ts';
import { setSessionState } from '../lib/session.ts';
import { PasswordInput, TextInput } from '../ui/fields.tsx';
import { Waiting } from '../ui/Loaded.tsx';
import { type Fault, faultOf, SendForm, textOf } from '../ui/SendForm.tsx';
import { GatePage } from './GatePage.tsx';
import { useAnswer } from './use-answer.ts';

type Look = ValueOf<typeof lookAtLink>;
type LookFailure = Exclude<HttpResult<typeof lookAtLink>, { readonly kind: 'ok' | 'late' }>;
type Result = { readonly kind: 'ok'; readonly value: SessionView } | Failure;

const titles: Readonly<Record<Look['kind'], string>> = {
  'set-up': 'Become the first admin',
  invitation: 'Join the desk',
  'password-reset': 'Set a new password',
  recovery: 'Get back into your account',
  device: 'Sign in',
};

const leads: Readonly<Record<Look['kind'], string>> = {
  'set-up': 'You add a second factor next. Both together let you in.',
  invitation: 'Set your password. You add a second factor next, and whoever invited you then confirms that it was you.',
  'password-reset': 'You need your second factor next. Every other session of yours then ends.',
  recovery: 'Set a new password, then add a second factor. The old factors end.',
  device: '',
};

/** The name of the control that each refusal is about. */
const about = {
  passwordTooShort: 'password',
  passwordTooLong: 'password',
  passwordCommon: 'password',
  otherPassword: 'password',
  emailTaken: 'email',
  badEmail: 'email',
} as const;

/** Presses the link. It is looked up right before, because an earlier press may have begun a session and its answer may be lost. */
async function post(kind: Look['kind'], token: string, data: FormData): Promise<Result> {
  const looked = await callDesk(lookAtLink, { body: { token } });
  if (looked.kind !== 'ok') return looked;
  const press = { token, password: String(data.get('password') ?? ''), seen: looked.value.began };
  const name = textOf(data, 'name');
  switch (kind) {
    case 'set-up':
      return callDesk(setUp, { body: { ...press, name, email: textOf(data, 'email') } });
    case 'invitation':
      return callDesk(acceptInvitation, { body: { ...press, name } });
    case 'recovery':
      return callDesk(recoverAccount, { body: press });
    case 'password-reset':
    case 'device':
      return callDesk(resetPassword, { body: press });
  }
}

const isDead = (failure: LookFailure) => failure.kind === 'refused' && failure.name === 'deadLink';

function titleOf(failure: LookFailure): string {
  if (isDead(failure)) return 'This link does not work';
  return failure.kind === 'refused' ? 'Your link was not read' : 'The desk does not answer';
}

/**
 * Shown when a link could not be looked up: it was used, ran out or was withdrawn, or the server failed or did not answer. Only the
 * server's word that a link is dead ends it.
 */
function DeadLink({ failure, onRetry }: { failure: LookFailure; onRetry: () => void }) {
  return (
    <GatePage title={titleOf(failure)}>
      <p>{failureText(failure)}</p>
      <p className="row-of-buttons">
        {!isDead(failure) && (
          <Button look="primary" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button onClick={leaveLink}>Go to the desk</Button>
      </p>
    </GatePage>
  );
}

function LinkForm({ link: { token }, look }: { link: OpenedLink; look: Look }) {
  const { kind, name, email } = look;
  const asksName = kind === 'set-up' || kind === 'invitation';
  const send = async (data: FormData): Promise<Fault | undefined> => {
    if (asksName && textOf(data, 'name') === '') return { field: 'name', text: 'Type your name.' };
    const result = await post(kind, token, data);
    if (result.kind !== 'ok') return faultOf(result, about);
    setSessionState(result.value);
    leaveLink();
    return undefined;
  };
  return (
    <GatePage title={titles[kind]}>
      <p className="soft">{leads[kind]}</p>
      <SendForm submit="Go on" onSend={send} draft={null}>
        {asksName && <TextInput name="name" label="Your name" autoComplete="name" defaultValue={name ?? ''} />}
        {kind === 'set-up' ? (
          <TextInput name="email" label="E-mail address" type="email" autoComplete="username" />
        ) : (
          email !== null && (
            <TextInput name="email" label="E-mail address" autoComplete="username" defaultValue={email} readOnly />
          )
        )}
        <PasswordInput
          name="password"
          label={asksName ? 'Password' : 'New password'}
          autoComplete="new-password"
          help={`At least ${passwordLength.least} characters. A few words that only you put together are good; no rules beyond that.`}
        />
      </SendForm>
    </GatePage>
  );
}

/** The page of a link: the form for its purpose, or a message that it does not work. */
export function LinkPage({ link }: { link: OpenedLink }) {
  const [look, again] = useAnswer(() => callDesk(lookAtLink, { body: { token: link.token } }));
  if (!look) return <Waiting what="your link" />;
  if (look.kind !== 'ok') return <DeadLink failure={look} onRetry={again} />;
  return <LinkForm link={link} look={look.value} />;
}
