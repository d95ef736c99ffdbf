import '../styles/desk.css';
import '../app/left-press-note.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Alert } from '#client/ui/Alert.tsx';
import { mountDesk } from '../../tests/components/desk.tsx';
import { GatePage } from './GatePage.tsx';

test('R1219 a message on a page before the console is as wide as what stands below it', async () => {
  mountDesk(
    <GatePage title="Sign in">
      <Alert tone="note" shown>
        <p>You were signed out.</p>
      </Alert>
    </GatePage>,
    { answers: {} },
  );
  const heading = page.getByRole('heading', { name: 'Sign in' });
  await expect.element(heading).toBeVisible();
  const [message, below] = [page.getByRole('status'), heading].map((one) => one.element().getBoundingClientRect());
  expect(message?.width).toBe(below?.width);
});
