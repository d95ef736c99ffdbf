import { type FirstHourView, removeSamples } from '#contract/desk/first-hour-endpoints.ts';
import { Line } from './Line.tsx';
import { PressButton } from './PressButton.tsx';

export function SamplesLine({ samples }: { samples: FirstHourView['samples'] }) {
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
      {count > 0 && <PressButton endpoint={removeSamples} label="Remove the samples" sending="Removing…" />}
    </Line>
  );
}
