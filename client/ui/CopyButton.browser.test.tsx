import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawn, mount } from '../../tests/components/mount.ts';
import { CopyButton } from './CopyButton.tsx';

const button = () => page.getByRole('button');
const shown = (text: string) => <CopyButton text={text} what="address" />;

beforeEach(() => {
  // A copy is said for a time, which does not end in these tests.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('R881 a copy of one text is not said of another that is shown meanwhile', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { show } = mount(shown('111 222 333'));
  await button().click();
  await expect.element(page.getByText('The address is copied')).toBeInTheDocument();
  show(shown('444 555 666'));
  await expect.element(page.getByText('The address is copied')).not.toBeInTheDocument();
  await expect.element(button()).toHaveTextContent('Copy address');
});

test('R881 a copy that ends after the text has changed is not said of the new one', async () => {
  const copied = Promise.withResolvers<void>();
  vi.spyOn(navigator.clipboard, 'writeText').mockReturnValue(copied.promise);
  const { show } = mount(shown('111 222 333'));
  await button().click();
  show(shown('444 555 666'));
  copied.resolve();
  await drawn();
  await expect.element(button()).toHaveTextContent('Copy address');
});
