/** What somebody does with the keys of a keyboard alone. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { type SettingsView, viewSettings } from '#contract/desk/setting-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { mount } from '../../tests/components/mount.ts';
import { Lead } from '../leads/Lead.tsx';
import type { LeadActions } from '../leads/leads.ts';
import * as leads from '../leads/testing.ts';
import { Work } from '../leads/Work.tsx';
import { queryClient, useRead } from '../lib/read.ts';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { Loaded } from './Loaded.tsx';
import { useStepped } from './use-stepped.ts';

const focused = () => document.activeElement?.textContent;

/** Gives an element the focus once it is shown, as Tab does. */
async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  (locator.element() as HTMLElement).focus();
}

function Stepped({ onChoose }: { onChoose: (value: string) => void }) {
  const select = useStepped('', onChoose);
  return (
    <>
      <select aria-label="Owner" {...select}>
        {['', 'Ada', 'Bo', 'Cy'].map((name) => (
          <option key={name} value={name}>
            {name || 'Nobody'}
          </option>
        ))}
      </select>
      <button type="button">Next</button>
    </>
  );
}

const select = page.getByLabelText('Owner');

for (const [how, keys] of [
  ['Enter', '{Enter}'],
  ['leaving the select', '{Tab}'],
  ['a pause', ''],
] as const) {
  test(`R757 of the choices that somebody steps through with the keys the last one counts, by ${how}`, async () => {
    const onChoose = vi.fn<(value: string) => void>();
    mount(<Stepped onChoose={onChoose} />);
    await focus(select);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
    await expect.element(select).toHaveValue('Bo');
    expect(onChoose).not.toHaveBeenCalled();
    if (keys) await userEvent.keyboard(keys);
    await expect.poll(() => onChoose.mock.calls).toEqual([['Bo']]);
  });
}

test('R757 a choice with a pointer counts at once', async () => {
  const onChoose = vi.fn<(value: string) => void>();
  mount(<Stepped onChoose={onChoose} />);
  await select.selectOptions('Cy');
  expect(onChoose.mock.calls).toEqual([['Cy']]);
});

test('R757 the owner of a lead keeps the focus while the choice is sent', async () => {
  const lead = leads.recordOf({ owners: [{ id: 'ada', name: 'Ada' }], can: { ...leads.recordOf().can, manage: true } });
  const shown = (busy: boolean) => (
    <Work
      lead={lead}
      busy={busy}
      ownerId={lead.ownerId}
      onGive={() => undefined}
      onEdit={() => undefined}
      onFollowUp={() => undefined}
    />
  );
  const screen = mount(shown(false));
  await focus(select);
  screen.show(shown(true));
  // A status waits for the answer; another owner may be chosen, and is sent after it.
  await expect.element(page.getByRole('button', { name: 'Contacted' })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(select).not.toHaveAttribute('aria-disabled');
  await expect.element(select).toHaveFocus();
});

test('R757 a question about a lead keeps the focus while its answer is sent, and gives it back when that fails', async () => {
  const slow = Promise.withResolvers<Awaited<ReturnType<LeadActions['join']>>>();
  const actions = { join: vi.fn<LeadActions['join']>().mockReturnValueOnce(slow.promise) };
  mount(
    <Lead
      lead={leads.recordOf({ similarLeads: [leads.similarInquiry] })}
      clock={{ now: () => Date.parse(leads.testNow) }}
      actions={actions as unknown as LeadActions}
      hrefOf={(id) => `/leads/${id}`}
    />,
  );
  const join = page.getByRole('button', { name: 'Join BX-41TN-8QHW', exact: true });
  await focus(join);
  await userEvent.keyboard('{Enter}{Tab}');
  const them = page.getByRole('button', { name: 'Join them' });
  await expect.element(them).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => actions.join.mock.calls.length).toBe(1);
  await expect.element(page.getByRole('button', { name: 'One moment…' })).toHaveFocus();
  slow.resolve({ kind: 'refused', text: 'One of the two was erased.' });
  await expect.element(page.getByText('One of the two was erased.')).toBeVisible();
  await expect.element(join).toHaveFocus();
});

function Read() {
  const read = useRead(viewSettings, {}, { topics: [] });
  return (
    <Loaded read={read} what="the settings">
      {() => 'Read'}
    </Loaded>
  );
}

test('R757 the button that reads again what failed keeps the focus while it is read', async () => {
  const slow = Promise.withResolvers<Answer>();
  let isFirst = true;
  mountDesk(<Read />, {
    answers: {
      [`GET ${viewSettings.path}`]: () => {
        if (!isFirst) return slow.promise;
        isFirst = false;
        return { status: 500, text: 'Later.' };
      },
    },
  });
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect.element(page.getByRole('button', { name: 'Trying…' })).toHaveFocus();
  slow.resolve({ status: 500, text: 'Later.' });
  await expect.element(again).toHaveFocus();
  queryClient.clear();
});

test('R757 whoever moves and retires items of the jacket with the keys goes on where they were', async () => {
  const items = ['Menu', 'Title', 'Odometer'].map((label) => ({ item: label, label }));
  const view = {
    textAgent: { version: 1, on: true, nobodyReached: null },
    sharedCode: { version: 1, on: true, anyOwnCode: true },
    alertRecipients: { version: 1, environment: [], further: [], can: { mail: true, phone: true } },
    jacket: { version: 1, items, retired: [] },
    lenderHours: { version: 1, lenders: [], hours: [] },
  } satisfies SettingsView;
  mountDesk(<SettingsScreen />, { answers: { 'GET /api/desk/settings': { json: view } } });
  const values = () =>
    [...document.querySelectorAll<HTMLInputElement>('.jacket-items input')].map(({ value }) => value);
  await expect.poll(values).toEqual(['Menu', 'Title', 'Odometer']);
  const down = page.getByRole('button', { name: /^Down.*Menu$/ });
  await focus(down);
  for (const after of [
    ['Title', 'Menu', 'Odometer'],
    ['Title', 'Odometer', 'Menu'],
    ['Title', 'Odometer', 'Menu'],
  ]) {
    await userEvent.keyboard('{Enter}');
    await expect.poll(values).toEqual(after);
    await expect.poll(focused).toBe('Down: Menu');
  }
  await focus(page.getByRole('button', { name: /^Retire.*Menu$/ }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('Retire: Odometer');
});
