import '../styles/desk.css';
import './queue.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { Jacket } from './Jacket.tsx';

const item = { item: 'ofac', label: 'OFAC', tickedAt: null, tickedBy: null };
const box = page.getByRole('checkbox', { name: 'OFAC' });

test('R225 an item that is ticked and unticked at once is stored in that order', async () => {
  const answers: ((why?: string) => void)[] = [];
  const onTick = vi.fn<(item: string, ticked: boolean) => Promise<string | undefined>>(
    () => new Promise((answer) => answers.push(answer)),
  );
  mount(<Jacket items={[item]} timeZone="America/New_York" canTick onTick={onTick} />);
  await box.click();
  await expect.element(box).toBeChecked();
  await box.click();
  await expect.element(box).not.toBeChecked();
  expect(onTick.mock.calls).toEqual([['ofac', true]]);
  answers[0]?.();
  await expect
    .poll(() => onTick.mock.calls)
    .toEqual([
      ['ofac', true],
      ['ofac', false],
    ]);
  await expect.element(box).not.toBeChecked();
  answers[1]?.('Somebody else closed it.');
  await expect.element(page.getByText('Somebody else closed it.')).toBeVisible();
});
