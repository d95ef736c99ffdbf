import './agent.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { AgentScreen } from './AgentScreen.tsx';
import { aView } from './testing.ts';

test('R503 a step that got no answer in time is not said not to have arrived', async () => {
  const shown = { status: 'open', view: aView(), silent: true, failed: 'accept' } as const;
  mount(<AgentScreen page={shown} onStep={() => undefined} />);
  await expect.element(page.getByText('No answer came to “Accept”. Press it again.')).toBeVisible();
});
