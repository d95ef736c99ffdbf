import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { useBell } from './use-bell.ts';

function Ringing() {
  useBell(0);
  return <p>The page</p>;
}

test('R793 whoever comes back to the page after a telephone call has a bell that sounds, before they press anything', async () => {
  let state: AudioContextState = 'running';
  const resume = vi.fn<() => Promise<void>>(async () => undefined);
  vi.stubGlobal(
    'AudioContext',
    class {
      readonly resume = resume;
      get state(): AudioContextState {
        return state;
      }
    },
  );
  mount(<Ringing />);
  await page.getByText('The page').click();
  expect(resume).not.toHaveBeenCalled();
  state = 'interrupted';
  document.dispatchEvent(new Event('visibilitychange'));
  expect(resume).toHaveBeenCalledOnce();
});
