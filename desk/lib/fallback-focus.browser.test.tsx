/** The control that has the focus goes, and nothing of the screen takes the focus. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { useFallbackFocus } from './use-fallback-focus.ts';

function Screen({ hasButton = false, hasRow = false }) {
  useFallbackFocus();
  return (
    <section aria-label="Tokens">
      <p>Something to read</p>
      <p>{hasButton && <button type="button">Make a token</button>}</p>
      <ul>
        <li>
          {hasRow && (
            <a href="#none" data-row="r-1">
              A request
            </a>
          )}
        </li>
      </ul>
    </section>
  );
}

const part = page.getByRole('region', { name: 'Tokens' });

test('R876 when the control that has the focus goes, the part around it takes the focus', async () => {
  const { show } = mount(<Screen hasButton />);
  await page.getByRole('button').click();
  show(<Screen />);
  await expect.element(part).toHaveFocus();
});

test('R996 a control that is pressed again while it has the focus, as by a double click, and goes gives the part around it the focus', async () => {
  const { show } = mount(<Screen hasButton />);
  await page.getByRole('button').dblClick();
  show(<Screen />);
  await expect.element(part).toHaveFocus();
});

test('R876 a row that goes gives the focus to nothing on which a key would act', async () => {
  const { show } = mount(<Screen hasButton hasRow />);
  const row = page.getByRole('link');
  await row.click();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  show(<Screen hasButton />);
  await expect.element(row).not.toBeInTheDocument();
  vi.advanceTimersByTime(1000);
  expect(document.activeElement).toBe(document.body);
});
