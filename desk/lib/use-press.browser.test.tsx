import { Suspense, use, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { usePress } from './use-press.ts';

const never = new Promise<void>(() => {});

/** A screen whose code has not come yet. */
function NextScreen() {
  use(never);
  return null;
}

type Run = () => Promise<string | undefined>;

function Part({ run }: { run: Run }) {
  const { busy, press } = usePress(run);
  return (
    <button type="button" aria-disabled={busy || undefined} onClick={press}>
      Save
    </button>
  );
}

function Screens({ run }: { run: Run }) {
  const [waits, setWaits] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setWaits(!waits)}>
        {waits ? 'Back' : 'Next screen'}
      </button>
      <Suspense fallback={<p>Waiting for the screen</p>}>
        <Part run={run} />
        {waits && <NextScreen />}
      </Suspense>
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name });

test('R1305 a button whose call failed while its screen was hidden can be pressed when the screen is shown again', async () => {
  const answer = Promise.withResolvers<string | undefined>();
  const run = vi.fn<Run>().mockReturnValueOnce(answer.promise).mockResolvedValue(undefined);
  mount(<Screens run={run} />);
  await button('Save').click();
  await button('Next screen').click();
  await expect.element(page.getByText('Waiting for the screen')).toBeVisible();
  answer.resolve('No answer came');
  await answer.promise;
  await button('Back').click();
  await expect.element(button('Save')).toBeVisible();
  await expect.element(button('Save')).not.toHaveAttribute('aria-disabled');
  await button('Save').click();
  expect(run).toHaveBeenCalledTimes(2);
});
