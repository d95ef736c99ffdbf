import '../../pages/portal.css';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { portalTexts } from '#contract/portal.ts';
import { expectFits, mount } from '../../../tests/components/mount.ts';
import { portal } from '../portal.ts';
import { LeftRequest } from './LeftRequest.tsx';
import { RequestedPanel } from './RequestedPanel.tsx';

const gotIt = page.getByRole('button', { name: portalTexts.gotIt });

/** A tap that does not wait until the button takes one. */
const tap = (button: typeof gotIt) => (button.element() as HTMLElement).click();

test('R1066 “Got It” comes where “Request Agent” was pressed, and waits a moment, also when news above moves it', async () => {
  const close = vi.fn<() => void>();
  const shown = (news: string) => (
    <div>
      <p>{news}</p>
      <RequestedPanel onClose={close} />
    </div>
  );
  const { show } = mount(shown('Sent'));
  await expect.element(gotIt).toHaveAttribute('aria-disabled', 'true');
  tap(gotIt);
  expect(close).not.toHaveBeenCalled();
  await expect.element(gotIt).not.toHaveAttribute('aria-disabled');
  show(shown('Call the desk. '.repeat(400)));
  await expect.element(gotIt).toHaveAttribute('aria-disabled', 'true');
  tap(gotIt);
  expect(close).not.toHaveBeenCalled();
  await gotIt.click();
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  ['sent', portalTexts.gotIt],
  ['failed', portalTexts.close],
] as const)(
  'R1066 the result “%s” of a request comes over another page, and its button waits a moment',
  async (leftRequest, name) => {
    onTestFinished(portal.dismissLeftRequest);
    portal.store.set({ ...portal.store.get(), leftRequest });
    mount(<LeftRequest elsewhere />);
    const dialog = page.getByRole('dialog');
    const button = dialog.getByRole('button', { name, exact: true }).last();
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    tap(button);
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    await expect.element(dialog).toBeVisible();
    await expectFits();
    await button.click();
    await expect.element(dialog).not.toBeInTheDocument();
  },
);
