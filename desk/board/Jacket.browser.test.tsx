import '../styles/desk.css';
import './board.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { JacketTick } from '#contract/desk/record-schemas.ts';
import { mount } from '../../tests/components/mount.ts';
import { Jacket } from './Jacket.tsx';
import type { Sent } from './sent.ts';
import { recordOf, testNow } from './testing.ts';

const item = { item: 'ofac', label: 'OFAC', tickedAt: null, tickedBy: null };
const jacketOf = (items: readonly JacketTick[], onTick: (item: string, ticked: boolean) => Promise<Sent>) => (
  <Jacket
    about="Sample Motors"
    items={items}
    timeZone="America/New_York"
    nowMs={Date.parse(testNow)}
    clock={{ now: () => Date.parse(testNow) }}
    canTick
    onTick={onTick}
  />
);
const box = page.getByRole('checkbox', { name: 'OFAC' });

test('R225 an item that is ticked and unticked at once is stored in that order', async () => {
  const answers: ((sent: Sent) => void)[] = [];
  const onTick = vi.fn<(item: string, ticked: boolean) => Promise<Sent>>(
    () => new Promise((answer) => answers.push(answer)),
  );
  mount(jacketOf([item], onTick));
  await box.click();
  await expect.element(box).toBeChecked();
  await box.click();
  await expect.element(box).not.toBeChecked();
  expect(onTick.mock.calls).toEqual([['ofac', true]]);
  answers[0]?.({ kind: 'taken', record: recordOf() });
  await expect
    .poll(() => onTick.mock.calls)
    .toEqual([
      ['ofac', true],
      ['ofac', false],
    ]);
  await expect.element(box).not.toBeChecked();
  answers[1]?.({ kind: 'refused', text: 'Somebody else closed it.' });
  await expect.element(page.getByText('“OFAC”: Somebody else closed it.')).toBeVisible();
});

test('R792 a tick that arrived although its answer was lost is not asked for again, and no second press takes it back', async () => {
  const onTick = vi.fn<(item: string, ticked: boolean) => Promise<Sent>>(async () => ({ kind: 'unreachable' }));
  const { show } = mount(jacketOf([item], onTick));
  await box.click();
  const said = page.getByText('No answer from the server to “OFAC”. It may be stored: look before you press it again.');
  await expect.element(said).toBeVisible();
  await expect.element(box).not.toBeChecked();
  // The stream announces the tick, and the record is read again.
  show(jacketOf([{ ...item, tickedAt: testNow, tickedBy: 'Dana Whitcomb' }], onTick));
  await expect.element(box).toBeChecked();
  await expect.element(said).not.toBeInTheDocument();
  // Somebody takes it back later. The old press is not told of again.
  show(jacketOf([item], onTick));
  await expect.element(box).not.toBeChecked();
  await expect.element(said).not.toBeInTheDocument();
});

test('R901 a tick on an item that somebody else changed meanwhile says so', async () => {
  const record = recordOf({ can: { ...recordOf().can, tick: true } });
  const onTick = async (): Promise<Sent> => ({ kind: 'late', record });
  mount(jacketOf([item], onTick));
  await box.click();
  await expect
    .element(page.getByText('“OFAC” was changed by somebody else. Check it, then press it again.'))
    .toBeVisible();
  await expect.element(box).not.toBeChecked();
});
