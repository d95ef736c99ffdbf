/**
 * What can happen while a write is under way: the person types on, leaves, or chooses again, or somebody else changes the same
 * thing.
 */
import '../styles/desk.css';
import '../board/board.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listDeskDealerships, logCall } from '#contract/desk/board-endpoints.ts';
import { markContacted, viewLead } from '#contract/desk/lead-endpoints.ts';
import type { LeadRecord } from '#contract/desk/lead-schemas.ts';
import { setPresence, viewPresence } from '#contract/desk/live-endpoints.ts';
import { type Answer, mountDesk } from '../../tests/components/desk.tsx';
import { drawn, mount } from '../../tests/components/mount.ts';
import { EditRow } from '../board/EditRow.tsx';
import { LogCall } from '../board/LogCall.tsx';
import { Record } from '../board/Record.tsx';
import type { RequestActions } from '../board/requests.ts';
import type { Sent } from '../board/sent.ts';
import * as requests from '../board/testing.ts';
import { Lead } from '../leads/Lead.tsx';
import { LeadPane } from '../leads/LeadPane.tsx';
import type { LeadActions } from '../leads/leads.ts';
import * as leads from '../leads/testing.ts';
import { PresenceSwitch } from '../presence/PresenceSwitch.tsx';
import { readAgain } from './read.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });

async function pressSettled(name: string | RegExp): Promise<void> {
  await expect.element(button(name).first()).not.toHaveAttribute('aria-disabled');
  await button(name).first().click();
}

test('R200 what is typed into a note while it is being sent is there once it was sent, and is another note', async () => {
  const answer = Promise.withResolvers<Awaited<ReturnType<LeadActions['note']>>>();
  const note = vi.fn<LeadActions['note']>().mockReturnValueOnce(answer.promise);
  note.mockResolvedValue({ kind: 'taken', record: leads.recordOf() });
  const clock = { now: () => Date.parse(leads.testNow) };
  const actions = { note } as unknown as LeadActions;
  const shown = <Lead lead={leads.recordOf()} clock={clock} actions={actions} hrefOf={(id) => `/leads/${id}`} />;
  const first = mount(shown);
  const field = page.getByLabelText('Note');
  await field.fill('called');
  await button('Add the note').click();
  await field.fill('called, they want Friday');
  answer.resolve({ kind: 'taken', record: leads.recordOf() });
  await expect.element(button('Add the note')).toBeVisible();
  await expect.element(field).toHaveValue('called, they want Friday');
  // Also over a reload.
  first.leave();
  mount(shown);
  await expect.element(field).toHaveValue('called, they want Friday');
  await button('Add the note').click();
  await expect.element(field).toHaveValue('');
  const [sent, next] = note.mock.calls.map(([one]) => one);
  expect(next?.text).toBe('called, they want Friday');
  expect(next?.id).not.toBe(sent?.id);
});

test('an older answer that comes late does not stay over what was read since', async () => {
  const read = vi.fn<() => Answer>();
  const slow = Promise.withResolvers<Answer>();
  const of = (parts: Partial<LeadRecord>) => leads.recordOf({ id: 'lead-2', ...parts });
  read.mockReturnValue({ json: of({ name: 'As it was' }) });
  mountDesk(<LeadPane id="lead-2" backTo="/leads" pathOf={(id) => `/leads/${id}`} />, {
    answers: {
      [`GET ${viewLead.path.replace(':id', 'lead-2')}`]: () => read(),
      [`POST ${markContacted.path.replace(':id', 'lead-2')}`]: () => slow.promise,
    },
  });
  await expect.element(page.getByRole('heading', { name: 'As it was' })).toBeVisible();
  const bar = page.getByRole('region', { name: 'What you do' });
  await expect.element(bar.getByRole('button', { name: 'Contacted' })).not.toHaveAttribute('aria-disabled');
  await bar.getByRole('button', { name: 'Contacted' }).click();
  // Another person's change is announced by the stream and read before the answer to the press arrives.
  read.mockReturnValue({ json: of({ name: 'As it is now', version: 3 }) });
  readAgain({ topics: [{ topic: 'leads', id: 'lead-2' }] });
  await expect.element(page.getByRole('heading', { name: 'As it is now' })).toBeVisible();
  slow.resolve({ json: of({ name: 'As it was', version: 2 }) });
  await expect.poll(() => read.mock.calls.length).toBe(3);
  await expect.element(page.getByRole('heading', { name: 'As it is now' })).toBeVisible();
});

test('a form that closes a request stays open in mid-send; when the browser closes it all the same, the record says that it failed', async () => {
  const answer = Promise.withResolvers<Sent>();
  const actions = { done: vi.fn<RequestActions['done']>().mockReturnValueOnce(answer.promise) };
  const mine = { acceptedAt: requests.testNow, acceptedBy: 'Dana', mine: true, stage: 'accepted' } as const;
  mount(
    <Record
      record={requests.recordOf({ ...mine, can: { done: true } })}
      clock={{ now: () => Date.parse(requests.testNow) }}
      people={[]}
      actions={actions as unknown as RequestActions}
    />,
  );
  await pressSettled('Done…');
  const dialog = page.getByRole('dialog', { name: 'Close Sample Motors' });
  await dialog.getByRole('radio', { name: 'Contracted: retail' }).click();
  await dialog.getByRole('button', { name: 'Close request' }).click();
  await dialog.getByRole('button', { name: 'Back', exact: true }).click({ force: true });
  await expect.element(dialog).toBeVisible();
  // A browser closes a dialog at the second Esc, whatever its page says.
  const shown = document.querySelector<HTMLDialogElement>('dialog[open]');
  const closed = new Promise((resolve) => shown?.addEventListener('close', resolve));
  shown?.close();
  await closed;
  await drawn();
  answer.resolve({ kind: 'unreachable' });
  await expect.element(page.getByRole('alert').getByText(/No answer from the server/)).toBeVisible();
});

test('R200 R1108 a call that is typed while the one before is being stored stays, with its form open, which says so', async () => {
  const slow = Promise.withResolvers<Answer>();
  const onClose = vi.fn<() => void>();
  const answers = {
    [`GET ${listDeskDealerships.path}`]: { json: [{ id: 'd-1', name: 'Harbor Lantern', zone: 'America/New_York' }] },
    [`POST ${logCall.path}`]: () => slow.promise,
  };
  const screen = mountDesk(<LogCall open onClose={onClose} />, { role: 'agent', answers });
  const note = page.getByRole('textbox', { name: /^Note/ });
  await page.getByLabelText('Dealership').selectOptions('Harbor Lantern');
  await page.getByRole('radio', { name: 'Contracted: lease' }).click();
  await note.fill('the first call');
  await button('Log the call').click();
  await note.fill('the second call');
  slow.resolve({ json: requests.recordOf() });
  await expect.element(button('Log the call')).toBeVisible();
  await expect.element(note).toHaveValue('the second call');
  await expect.element(page.getByText(/^It is saved as it was .* to add it as another one\.$/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await button('Log the call').click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const [first, second] = screen.sent(`POST ${logCall.path}`) as { id: string }[];
  expect(second?.id).not.toBe(first?.id);
});

test('R200 a field that was left in mid-send and is edited anew keeps what is typed', async () => {
  const slow = Promise.withResolvers<Sent>();
  const send = vi.fn<(text: string, version: number) => Promise<Sent>>().mockReturnValueOnce(slow.promise);
  const read = () => ({ text: '', version: 1 });
  mount(
    <dl>
      <EditRow
        label="Lender"
        maxLength={80}
        canEdit
        field={{ about: '', draft: 'lender', stored: '', version: 1, send, read }}
      />
    </dl>,
  );
  await button('Add Lender').click();
  await page.getByRole('textbox').fill('ALLY');
  await button('Save').click();
  await button('Cancel').click();
  await button('Add Lender').click();
  await page.getByRole('textbox').fill('Chase');
  slow.resolve({ kind: 'taken', record: requests.recordOf() });
  await drawn();
  await expect.element(page.getByRole('textbox')).toHaveValue('Chase');
});

/** Dana's presence at the server, which takes a press that saw what stands, and answers the first one when `first` resolves. */
function presenceOfDana(first: Promise<void>) {
  let [presence, since] = ['available', '2026-11-21T21:00:00.000Z'];
  let presses = 0;
  const set = (next: string) => {
    presses += 1;
    [presence, since] = [next, `2026-11-21T21:00:0${presses}.000Z`];
  };
  const dana = () => ({ id: 'dana', name: 'Dana Whitcomb', presence, since, onShift: true, onCall: false });
  const screen = mountDesk(<PresenceSwitch />, {
    answers: {
      [`GET ${viewPresence.path}`]: () => ({ json: { people: [dana()] } }),
      [`POST ${setPresence.path}`]: async ({ body }) => {
        if (screen.sent(`POST ${setPresence.path}`).length === 1) await first;
        const { presence: next, seen } = body as { presence: string; seen?: string };
        if (seen !== since) return { status: 409, json: dana() };
        set(next);
        return { json: dana() };
      },
    },
  });
  return {
    set,
    dana,
    sent: () => screen.sent(`POST ${setPresence.path}`),
    select: page.getByLabelText('Your presence'),
  };
}

test('R1051 of two presences that are chosen quickly the last one holds, and each says what it saw', async () => {
  const first = Promise.withResolvers<void>();
  const { select, sent, dana } = presenceOfDana(first.promise);
  await expect.element(select).toHaveValue('available');
  await select.selectOptions('away');
  await select.selectOptions('available');
  first.resolve();
  await expect.poll(sent).toEqual([
    { presence: 'away', seen: '2026-11-21T21:00:00.000Z' },
    { presence: 'available', seen: '2026-11-21T21:00:01.000Z' },
  ]);
  await expect.element(select).toHaveValue('available');
  expect(dana().presence).toBe('available');
});

test('R1051 a presence that was set elsewhere since is shown in place of the choice, with a word about it', async () => {
  const first = Promise.withResolvers<void>();
  const { select, sent, set, dana } = presenceOfDana(first.promise);
  await expect.element(select).toHaveValue('available');
  await select.selectOptions('away');
  set('wrap-up');
  first.resolve();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Somebody else changed this. Check it, then choose again.');
  await expect.element(select).toHaveValue('wrap-up');
  // It is known now what stands.
  await select.selectOptions('away');
  await expect.poll(() => sent().length).toBe(2);
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
  expect(dana().presence).toBe('away');
});
