import './ringing.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { settleMs } from '#client/lib/settle.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { RingLines } from './RingLines.tsx';

const ring = { requestId: 'r-1', stage: 1, askedAt: '2026-11-21T02:03:29.000Z' } as const;

const answers: readonly (readonly [string, Answer, string])[] = [
  ['without an answer', 'cut', 'No answer came. Press it again.'],
  ['that is refused', { status: 403, text: 'Your role does not allow this.' }, 'Your role does not allow this.'],
];

for (const button of ['Seen', 'Accept']) {
  test.each(answers)(`R503 ${button} %s says so, and not that it did not arrive`, async (_, answer, said) => {
    mountDesk(<RingLines rings={[ring]} nowMs={Date.parse('2026-11-21T02:04:00.000Z')} />, {
      answers: { 'POST /api/desk/rings/r-1/seen': answer, 'POST /api/desk/requests/r-1/accept': answer },
    });
    const pressed = page.getByRole('button', { name: button });
    await expect.element(pressed, { timeout: 5 * settleMs }).not.toHaveAttribute('aria-disabled');
    await pressed.click();
    await expect.element(page.getByText(said)).toBeVisible();
  });
}
