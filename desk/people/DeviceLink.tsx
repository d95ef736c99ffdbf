import { Button } from '#client/ui/Button.tsx';
import { makeDeviceLink } from '#contract/desk/link-endpoints.ts';
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { showOnce } from '../lib/shown-once.ts';
import { TextOnce } from '../ui/TextOnce.tsx';

/** Makes a link for a person whose new device is refused after too many wrong codes. Needed where the server sends no mail. */
export function DeviceLink({ person }: { person: PersonRecord }) {
  const make = useSend(makeDeviceLink);
  const press = async () => {
    const result = await make.send({ params: { id: person.id }, body: {} });
    if (result.kind !== 'ok') return;
    const { link } = result.value;
    showOnce(result.value, {
      title: `A link for ${person.name}`,
      draw: (onKept) => (
        <TextOnce
          text={link}
          says={`Give it to ${person.name}: it lets their new device try codes again. It is shown only now, and works once.`}
          copy="Copy the link"
          onKept={onKept}
        />
      ),
    });
  };
  const failed = make.result && make.result.kind !== 'ok' ? failureText(make.result) : undefined;
  return (
    <p>
      <Button look="quiet" aria-disabled={make.sending} onClick={() => void press()}>
        {make.sending ? 'Making a link…' : 'Make a link for their new device'}
      </Button>
      <span role="alert" className="switch-fault">
        {failed}
      </span>
    </p>
  );
}
