import { isolated } from '#client/lib/isolated.ts';
import {
  confirmInvitation,
  type Invitation,
  listInvitations,
  withdrawInvitation,
} from '#contract/desk/link-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { useRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { CodeInput } from '../ui/fields.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import type { Say } from '../ui/Said.tsx';
import { type Fault, faultOf, SendForm, textOf } from '../ui/SendForm.tsx';
import { When } from '../ui/When.tsx';
import { roleName } from './roles.ts';

interface OneProps {
  invitation: Invitation;
  onSaid: Say;
  onChanged: () => void;
}

/** Confirms an accepted invitation: who accepted it reads a code to the inviter, who types it here. It proves who accepted. */
function ConfirmForm({ invitation: { id, name, acceptedName }, onSaid, onChanged }: OneProps) {
  const send = async (data: FormData): Promise<Fault | undefined> => {
    const result = await sendDesk(confirmInvitation, { params: { id }, body: { code: textOf(data, 'code') } });
    if (result.kind !== 'unreachable') onChanged();
    const hasEnded = result.kind === 'refused' && (result.name === 'lastWrongCode' || result.name === 'notFound');
    if (result.kind !== 'ok' && !hasEnded) return faultOf(result, { wrongCode: 'code', malformed: 'code' });
    // The row goes, and with it whatever is said beside the field.
    if (result.kind === 'ok') onSaid('go', `${isolated(name)} can work at the desk now.`);
    else onSaid('stop', failureText(result));
    return undefined;
  };
  return (
    <SendForm draft={null} submit="Confirm" sending="Confirming…" onSend={send}>
      <CodeInput
        name="code"
        label={`The code that ${acceptedName ?? name} reads to you`}
        help="Six digits, face to face or on a number that you know."
      />
    </SendForm>
  );
}

function One(props: OneProps) {
  const { invitation, onSaid, onChanged } = props;
  const { id, name, email, role, invitedBy, createdAt, expiresAt, state, acceptedAt } = invitation;
  const withdraw = async () => {
    const result = await sendDesk(withdrawInvitation, { params: { id }, body: {} });
    if (result.kind === 'ok') onSaid('go', `The invitation of ${isolated(name)} is withdrawn.`);
    else onSaid('stop', failureText(result));
    onChanged();
  };
  return (
    <li className="invitation">
      <div>
        <p className="line-main">
          {name}, {email}
        </p>
        <p className="line-note">
          {roleName(role)}, invited by {invitedBy} <When at={createdAt} />.{' '}
          {state === 'accepted' && acceptedAt ? (
            <strong>
              Accepted <When at={acceptedAt} />: waits for you.
            </strong>
          ) : (
            <>
              Not accepted yet; ends <When at={expiresAt} />.
            </>
          )}
        </p>
      </div>
      {state === 'accepted' && <ConfirmForm {...props} />}
      <div className="row-of-buttons">
        <Confirm
          question={`Withdraw the invitation of ${isolated(name)}?`}
          confirmLabel="Withdraw"
          cancelLabel="Keep"
          onConfirm={() => withdraw()}
        >
          Withdraw
          <span className="visually-hidden"> the invitation of {name}</span>
        </Confirm>
      </div>
    </li>
  );
}

/** Invitations that are open, or wait for somebody to confirm who accepted. Nothing is shown while there are none. */
export function Invitations({ onSaid }: { onSaid: Say }) {
  const read = useRead(listInvitations, {}, { topics: readTopics.listInvitations });
  if (read.data?.invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className="invitations">
      <h2 id="invitations">Invitations</h2>
      <Loaded read={read} what="the invitations">
        {({ invitations }) => (
          <ul>
            {invitations.map((invitation) => (
              <One key={invitation.id} invitation={invitation} onSaid={onSaid} onChanged={() => void read.refetch()} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
