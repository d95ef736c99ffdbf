import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { Deal } from './Deal.tsx';
import type { Sent } from './sent.ts';
import { recordOf } from './testing.ts';

test('R1062 two taps on the deal that are refused alike are each told, by the name of what was tapped', async () => {
  const answers: ((sent: Sent) => void)[] = [];
  const record = recordOf({ can: { ...recordOf().can, editDeal: true } });
  mount(<Deal record={record} onEdit={() => new Promise((answer) => answers.push(answer))} />);
  await page.getByRole('button', { name: 'GAP' }).click();
  await page.getByRole('button', { name: 'VSC' }).click();
  const text = 'Your session may not do this.';
  answers[0]?.({ kind: 'refused', text });
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.({ kind: 'refused', text });
  const told = page.getByRole('alert').first();
  await expect.element(told.getByText(`“GAP”: ${text}`)).toBeVisible();
  await expect.element(told.getByText(`“VSC”: ${text}`)).toBeVisible();
});
