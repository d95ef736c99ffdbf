import { Button } from '#client/ui/Button.tsx';
import { makeDeviceLink } from '#contract/desk/link-endpoints.ts';
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import { draftId, dropDraftId } from '../lib/drafts.ts';
import { failureText } from '../lib/request.ts';
import { sendDesk } from '../lib/send.ts';
import { showOnce } from '../lib/shown-once.ts';
import { usePress } from '../lib/use-press.ts';
import { TextOnce } from '../ui/TextOnce.tsx';

/** Makes the link and shows it once. Resolves to why it failed; undefined when it worked. */
async function makeLink({ id, name }: PersonRecord): Promise<string | undefined> {
  const draft = `device-link ${id}`;
  const result = await sendDesk(makeDeviceLink, { params: { id }, body: { press: draftId(draft) } });
  if (result.kind === 'ok' || (result.kind === 'refused' && result.name === 'pressTaken')) dropDraftId(draft);
  if (result.kind !== 'ok') return failureText(result);
  const { link } = result.value;
  showOnce(result.value, {
    title: `A link for ${name}`,
    draw: (onKept) => (
      <TextOnce
        text={link}
        says={`Give it to ${name}: it lets their new device try codes again. It is shown only now, and works once.`}
        copy="Copy the link"
        onKept={onKept}
      />
    ),
  });
  return undefined;
}

/** Makes a link for a person whose new device is refused after too many wrong codes. Needed where the server sends no mail. */
export function DeviceLink({ person }: { person: PersonRecord }) {
  const { busy, fault, press } = usePress(() => makeLink(person), person.name);
  return (
    <p>
      <Button look="quiet" aria-disabled={busy} onClick={press}>
        {busy ? 'Making a link…' : 'Make a link for their new device'}
      </Button>
      <span role="alert" className="switch-fault">
        {fault}
      </span>
    </p>
  );
}
