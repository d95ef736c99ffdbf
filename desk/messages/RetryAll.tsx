import { Confirm } from '#client/ui/Confirm.tsx';
import { type MessagePage, retryAllMessages } from '#contract/desk/message-endpoints.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import type { Say } from '../ui/Said.tsx';

/** A button that has every message tried again that waits or needs a person. It asks before it does. */
export function RetryAll({ unfinished, onSaid }: Pick<MessagePage, 'unfinished'> & { onSaid: Say }) {
  const { send, sending } = useSend(retryAllMessages);
  const { failed, waiting, unsure } = unfinished;
  const count = failed + waiting + unsure;
  if (failed === 0) return null;
  const retry = async () => {
    const result = await send({ body: {} });
    if (result.kind !== 'ok') onSaid('stop', failureText(result));
    else if (result.value.count === 0) onSaid('note', 'No message waits any more, or needs a person.');
    else onSaid('go', `${result.value.count === 1 ? '1 message is' : `${result.value.count} messages are`} due now.`);
  };
  return (
    <div className="row-of-buttons retry-all">
      <Confirm
        question={`Try ${count === 1 ? 'the one message' : `all ${count} messages`} again that ${count === 1 ? 'waits or needs' : 'wait or need'} a person?${unsure > 0 ? ` ${unsure} of them may have gone out already.` : ''}`}
        confirmLabel={sending ? 'Trying…' : 'Try all again'}
        cancelLabel="Leave them"
        onConfirm={() => retry()}
      >
        Try all again
      </Confirm>
    </div>
  );
}
