/** What the components of one page show of the time. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { useNow } from './clock.ts';

const clock = { now: () => Date.now() };

function Second({ label }: { label: string }) {
  return <output aria-label={label}>{useNow(clock, true) / 1000}</output>;
}

test('R957 two ages that came onto the page at different times turn to the next second together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: 100_300 });
  onTestFinished(() => void vi.useRealTimers());
  const { show } = mount(<Second label="early" />);
  await vi.advanceTimersByTimeAsync(500);
  show(
    <>
      <Second label="early" />
      <Second label="late" />
    </>,
  );
  const shown = (label: string) => page.getByLabelText(label).element().textContent;
  for (let passedMs = 0; passedMs < 3000; passedMs += 100) {
    await vi.advanceTimersByTimeAsync(100);
    const second = String(Math.floor(Date.now() / 1000));
    expect([shown('early'), shown('late')], `${Date.now()} ms`).toEqual([second, second]);
  }
});
