import { Button } from '#client/ui/Button.tsx';
import { type FirstHourView, removeSamples } from '#contract/desk/first-hour-endpoints.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { Said, useSaid } from '../ui/Said.tsx';
import { keepView } from './keep.ts';
import { Line } from './Line.tsx';

export function SamplesLine({ samples }: { samples: FirstHourView['samples'] }) {
  const { send, sending } = useSend(removeSamples);
  const [said, say] = useSaid();
  const remove = async () => {
    const result = await send({ body: {} });
    if (result.kind === 'ok') keepView(result.value);
    else say('stop', failureText(result));
  };
  const count = samples.names.length;
  return (
    <Line
      state={samples.state}
      title="Samples are removed"
      why="A new server begins with sample dealerships, so that there is something to see. Nobody real should find them in the portal."
      found={
        count === 0
          ? 'There are no sample dealerships.'
          : `${count === 1 ? '1 sample is' : `${count} samples are`} left: ${samples.names.join(', ')}.`
      }
    >
      {count > 0 && (
        <>
          <Button aria-disabled={sending} onClick={() => sending || void remove()}>
            {sending ? 'Removing…' : 'Remove the samples'}
          </Button>
          <Said said={said} />
        </>
      )}
    </Line>
  );
}
