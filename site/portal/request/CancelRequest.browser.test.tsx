import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { drawn, mount } from '../../../tests/components/mount.ts';
import { CancelRequest, TakeBack } from './CancelRequest.tsx';
import type { Change } from './changes.ts';

const fresh = { version: 1, isOffline: false };
const button = (name: string) => page.getByRole('button', { name });

/** A change that succeeds each time. `times` tells how often it was asked for. */
function doneEachTime() {
  let times = 0;
  const change = async (): Promise<Change> => {
    times += 1;
    return { kind: 'done' };
  };
  return { change, times: () => times };
}

// Another tab undoes the change before its response is here. So the card stays as it was, and never shows the change.

test('R295 a cancel that another tab took back before its answer came can be pressed again', async () => {
  const { change, times } = doneEachTime();
  mount(<CancelRequest {...fresh} settled onCancel={change} />);
  await button('Cancel request').click();
  await button('Yes, cancel it').click();
  await expect.element(button('Cancel request')).toHaveFocus();
  await button('Cancel request').click();
  await button('Yes, cancel it').click();
  await expect.poll(times).toBe(2);
});

test('R295 a take back that another tab cancelled again before its answer came can be pressed again', async () => {
  const { change, times } = doneEachTime();
  mount(<TakeBack {...fresh} leftMs={30_000} settled onTakeBack={change} />);
  await button('Take back').click();
  await expect.element(button('Take back')).toBeEnabled();
  await button('Take back').click();
  await expect.poll(times).toBe(2);
});

test('R299 a cancel that is on its way cannot be kept: what is shown is what will be', async () => {
  const answer = Promise.withResolvers<Change>();
  mount(<CancelRequest {...fresh} settled onCancel={() => answer.promise} />);
  await button('Cancel request').click();
  await button('Yes, cancel it').click();
  await expect.element(button('Keep it')).toHaveAttribute('aria-disabled', 'true');
  await button('Keep it').click({ force: true });
  await expect.element(button('Cancelling…')).toBeVisible();
  answer.resolve({ kind: 'failed' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('No answer came. Try again, or call.');
  await button('Keep it').click();
  await expect.element(button('Cancel request')).toHaveFocus();
});

test.each([
  ['a newer version came', { ...fresh, version: 2 }],
  ['the connection is back', fresh],
])('R1205 a question no longer says that no answer came once %s', async (_, next) => {
  const failing = async (): Promise<Change> => ({ kind: 'failed' });
  const questionAt = (at: typeof fresh) => <CancelRequest {...at} settled onCancel={failing} />;
  const shown = mount(questionAt(fresh));
  await button('Cancel request').click();
  await button('Yes, cancel it').click();
  const error = page.getByText('No answer came. Try again, or call.');
  await expect.element(error).toBeVisible();
  shown.show(questionAt({ ...fresh, isOffline: true }));
  await drawn();
  await expect.element(error).toBeVisible();
  shown.show(questionAt(next));
  await expect.element(error).not.toBeInTheDocument();
  await expect.element(button('Yes, cancel it')).toBeVisible();
});

test('R1205 a question goes on to say why it was refused when the newer version comes that it was refused for', async () => {
  const text = 'This request has changed meanwhile. Look at it, and press again.';
  const refused = async (): Promise<Change> => ({ kind: 'refused', text });
  const shown = mount(<CancelRequest {...fresh} settled onCancel={refused} />);
  await button('Cancel request').click();
  await button('Yes, cancel it').click();
  await expect.element(page.getByText(text)).toBeVisible();
  shown.show(<CancelRequest {...fresh} version={2} settled onCancel={refused} />);
  await drawn();
  await expect.element(page.getByText(text)).toBeVisible();
});
