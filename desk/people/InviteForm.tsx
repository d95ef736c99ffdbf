import { useState } from 'react';
import { isolated } from '#client/lib/isolated.ts';
import { Button } from '#client/ui/Button.tsx';
import { type Invitation, invite, listInvitations } from '#contract/desk/link-endpoints.ts';
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { keyOf, queryClient, useRead } from '../lib/read.ts';
import { sendDesk } from '../lib/send.ts';
import { showOnce } from '../lib/shown-once.ts';
import { SelectInput, TextInput } from '../ui/fields.tsx';
import type { Say } from '../ui/Said.tsx';
import { type Fault, faultOf, SendForm, textOf } from '../ui/SendForm.tsx';
import { TextOnce } from '../ui/TextOnce.tsx';
import { roleNames } from './roles.ts';

interface InviteProps {
  /** The person to invite, if they are listed already; undefined for a new person. */
  person: PersonRecord | undefined;
  mayInvite: readonly Role[];
  onSaid: Say;
  onClose: () => void;
}

interface Made {
  readonly link: string;
  readonly id: string;
  /** By this browser's clock. */
  readonly atMs: number;
}

/** Shows an invitation's link while it works: until somebody withdraws or confirms it, or invites the person again. */
function InvitationLink({ made: { link, id, atMs }, onKept }: { made: Made; onKept: () => void }) {
  const { data, dataUpdatedAt } = useRead(listInvitations, {}, { topics: readTopics.listInvitations });
  const isGone = data && dataUpdatedAt > atMs && !data.invitations.some((one) => one.id === id);
  if (!isGone) {
    return (
      <TextOnce
        text={link}
        says="Give this link to the person, and to nobody else. It is shown only now, and works once."
        copy="Copy the link"
        onKept={onKept}
      />
    );
  }
  return (
    <div className="form">
      <p role="alert">
        This invitation has ended, and its link does not work any more: somebody else withdrew it, confirmed it or
        invited the person again.
      </p>
      <div className="row-of-buttons">
        <Button onClick={onKept}>Close</Button>
      </div>
    </div>
  );
}

/** How a person's invitation stands, and what inviting them once more does. */
function invitedText({ name, email, role, state }: Invitation): string {
  const who = isolated(name);
  const stands = state === 'open' ? 'has not accepted yet' : 'has accepted: confirm it, or withdraw it first';
  const again =
    state === 'open' ? ` Press again to send a new invitation. If that is also for ${who}, it replaces this one.` : '';
  return `${who} is invited with ${email} (${roleNames[role]}), and ${stands}.${again}`;
}

/** Invites somebody to an account, by mail or by a link to hand over. */
export function InviteForm({ person, mayInvite, onSaid, onClose }: InviteProps) {
  const draft = `invite ${person?.id ?? 'new'}`;
  /** What to say when the same person stands in the form after they were invited. */
  const [invited, setInvited] = useState<string>();
  const send = async (data: FormData, newest: () => FormData): Promise<Fault | undefined> => {
    const [name, email] = [textOf(data, 'name'), textOf(data, 'email')];
    if (name === '') return { field: 'name', text: 'Type a name.' };
    if (email === '') return { field: 'email', text: 'Type the address that they will sign in with.' };
    // A draft may have chosen a role to which this person may not invite any more.
    const role = mayInvite.find((one) => one === textOf(data, 'role'));
    if (role === undefined) return { field: 'role', text: 'Choose a role.' };
    const by = textOf(data, 'by') === 'link' ? 'link' : 'mail';
    const whom = { personId: person?.id ?? null, version: person?.version, name, email };
    const body = { press: draftId(draft), ...whom, role, by } as const;
    const result = await sendDesk(invite, { body });
    if (result.kind === 'refused' && result.name === 'pressTaken') dropDraftId(draft);
    if (result.kind !== 'ok') return faultOf(result, { emailTaken: 'email', badEmail: 'email', noMail: 'by' });
    const { link, invitation } = result.value;
    setInvited(textOf(newest(), 'name') === name ? invitedText(invitation) : undefined);
    if (link) {
      const made = { link, id: invitation.id, atMs: Date.now() };
      showOnce(result.value, {
        title: `The invitation of ${name}`,
        draw: (onKept) => <InvitationLink made={made} onKept={onKept} />,
      });
    } else onSaid('go', `The invitation goes to ${email}.`);
    // Every read from here on has the new invitation.
    void queryClient.invalidateQueries({ queryKey: keyOf(listInvitations, {}) });
    return undefined;
  };
  return (
    <SendForm
      submit="Invite"
      sending="Inviting…"
      onSend={send}
      draft={draft}
      empties
      another={invited}
      onSent={onClose}
    >
      <p className="soft">
        The invitation works once, for three days. The person sets a password and a second factor, and reads you a code;
        it counts once you have typed that code here.
      </p>
      <TextInput name="name" label="Name" defaultValue={person?.name ?? ''} readOnly={person !== undefined} />
      <TextInput
        name="email"
        label="E-mail address"
        type="email"
        help="They sign in with it."
        defaultValue={person?.mail ?? ''}
      />
      <SelectInput
        name="role"
        label="Role"
        options={mayInvite.map((role) => ({ value: role, label: roleNames[role] }))}
      />
      <SelectInput
        name="by"
        label="How it reaches them"
        options={[
          { value: 'mail', label: 'By mail' },
          { value: 'link', label: 'By a link that I hand over' },
        ]}
      />
    </SendForm>
  );
}
