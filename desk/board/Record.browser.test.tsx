import '../styles/desk.css';
import './board.css';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ignorePressesMs } from '#client/lib/press-guard.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { inLongRun } from '../../tests/components/long-run.ts';
import { expectFits, mount } from '../../tests/components/mount.ts';
import { Record } from './Record.tsx';
import type { RequestActions } from './requests.ts';
import type { Sent } from './sent.ts';
import { recordOf, testNow } from './testing.ts';

const clock = { now: () => Date.parse(testNow) };
const accepted = {
  acceptedAt: '2026-11-21T02:00:00.000Z',
  acceptedBy: 'Dana Whitcomb',
  mine: true,
  stage: 'accepted',
  state: 'accepted',
} as const;

type Sends = { readonly [Name in keyof RequestActions]: ReturnType<typeof vi.fn<RequestActions[Name]>> };

const sends = (): Sends => ({
  step: vi.fn<RequestActions['step']>(),
  done: vi.fn<RequestActions['done']>(),
  handOff: vi.fn<RequestActions['handOff']>(),
  editDeal: vi.fn<RequestActions['editDeal']>(),
  tick: vi.fn<RequestActions['tick']>(),
  editSheet: vi.fn<RequestActions['editSheet']>(),
});

const shown = (record: RequestRecord, actions: Sends) => (
  <div className="night">
    <Record record={record} clock={clock} people={[]} actions={actions} />
  </div>
);

const button = (name: string | RegExp) => page.getByRole('button', { name });

/** Presses a button once it acts: a button that has just appeared does nothing for a moment. */
async function pressSettled(name: string | RegExp): Promise<void> {
  await expect.element(button(name)).not.toHaveAttribute('aria-disabled');
  await button(name).click();
}

test('an accept that another was quicker with says who has it, and a press meanwhile is not sent again', async () => {
  const actions = sends();
  const answer = Promise.withResolvers<Sent>();
  actions.step.mockReturnValue(answer.promise);
  mount(shown(recordOf({ can: { accept: true, decline: true } }), actions));
  await pressSettled(/^Accept/);
  await expect.element(button(/^Accepting…/)).toHaveAttribute('aria-disabled', 'true');
  await button(/^Accepting…/).click({ force: true });
  const theirs = recordOf({ ...accepted, mine: false, acceptedBy: 'Sam Ortiz' });
  answer.resolve({ kind: 'late', record: theirs });
  await expect.element(page.getByRole('alert').getByText(/Sam Ortiz has it/)).toBeVisible();
  expect(actions.step.mock.calls).toEqual([['accept']]);
});

inLongRun(() => {
  test('R934 why a press was too late tells how the request stands now, and not how it stood then', async () => {
    const actions = sends();
    const first = recordOf({ ...accepted, mine: false, acceptedBy: 'Sam Ortiz' });
    actions.step.mockResolvedValue({ kind: 'late', record: first });
    const { show } = mount(shown(recordOf({ can: { accept: true } }), actions));
    await pressSettled(/^Accept/);
    show(shown(first, actions));
    const why = page.getByRole('alert');
    await expect.element(why.getByText('Not done: Sam Ortiz has it.')).toBeVisible();
    show(shown(recordOf({ ...accepted, mine: false, acceptedBy: 'Lee Marsh', version: 3 }), actions));
    await expect.element(why.getByText('Not done: Lee Marsh has it.')).toBeVisible();
    show(shown(recordOf({ can: { accept: true }, version: 4 }), actions));
    await expect.element(why.getByText('Not done: nobody has it.')).toBeVisible();
  });

  test('R934 that a request cannot be handed off any more is not said any longer once it can', async () => {
    const mine = recordOf({ ...accepted, can: { handOff: true } });
    const { show } = mount(shown(mine, sends()));
    await pressSettled(/^Hand off/);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    show(shown(recordOf({ ...accepted, mine: false, acceptedBy: 'Sam Ortiz' }), sends()));
    const gone = page.getByRole('alert').getByText(/You cannot hand it off any more\.$/);
    await expect.element(gone).toBeVisible();
    show(shown(mine, sends()));
    await expect.element(gone).not.toBeInTheDocument();
  });
});

test('R925 where a request stands is announced when a press has changed it', async () => {
  const region = () => document.querySelector('.record-head [role="status"]');
  const standing = () => region()?.textContent;
  const { show } = mount(shown(recordOf({ can: { accept: true } }), sends()));
  await expect.poll(standing).toBe('Active deal, nobody yet');
  const before = region();
  show(shown(recordOf(accepted), sends()));
  await expect.poll(standing).toBe('Accepted, You');
  show(shown(recordOf({ waitsFor: 'Sam Ortiz', waitsForId: 'p-2' }), sends()));
  await expect.poll(standing).toBe('Handed off to Sam Ortiz');
  expect(region()).toBe(before);
});

inLongRun(() => {
  test('a button that appears under a thumb does not act at once', async () => {
    const actions = sends();
    actions.step.mockResolvedValue({ kind: 'taken', record: recordOf({ ...accepted }) });
    const { show } = mount(shown(recordOf({ can: { accept: true } }), actions));
    await pressSettled(/^Accept/);
    // The press comes before the time is over in which the button does nothing, however long the press takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    show(shown(recordOf({ ...accepted, can: { connected: true } }), actions));
    await button('Connected').click({ force: true });
    expect(actions.step.mock.calls).toEqual([['accept']]);
    vi.advanceTimersByTime(ignorePressesMs);
    await pressSettled('Connected');
    expect(actions.step.mock.calls).toEqual([['accept'], ['connected']]);
  });
});

test('Done asks how it ended, and what was typed stays when the server does not answer', async () => {
  const actions = sends();
  actions.done.mockResolvedValueOnce({ kind: 'unreachable' });
  mount(shown(recordOf({ ...accepted, can: { done: true } }), actions));
  await pressSettled('Done…');
  const dialog = page.getByRole('dialog', { name: 'Close Sample Motors' });
  await dialog.getByRole('button', { name: 'Close request' }).click();
  await expect.element(dialog.getByText('Choose how it ended.')).toBeVisible();
  expect(actions.done).not.toHaveBeenCalled();
  await dialog.getByRole('radio', { name: 'Contracted: retail' }).click();
  await dialog.getByRole('textbox', { name: /^Lender/ }).fill('ALLY');
  await dialog.getByRole('checkbox', { name: 'GAP' }).click();
  await dialog.getByRole('button', { name: 'Close request' }).click();
  await expect.element(dialog.getByText(/No answer from the server/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: /^Lender/ })).toHaveValue('ALLY');
  expect(actions.done.mock.calls[0]?.[0]).toMatchObject({
    disposition: 'contracted_retail',
    deal: { lender: 'ALLY', products: ['gap'] },
  });
});

inLongRun(() => {
  test('Done says what somebody else changed of the deal meanwhile, and stores over it only with the next press', async () => {
    const actions = sends();
    const record = recordOf({ ...accepted, can: { done: true } });
    const theirs = { ...record, deal: { ...record.deal, version: 2, lender: 'Harbor Bank' } };
    actions.done.mockResolvedValueOnce({ kind: 'late', record: theirs });
    actions.done.mockResolvedValueOnce({ kind: 'taken', record: theirs });
    const { show } = mount(shown(record, actions));
    await pressSettled('Done…');
    const dialog = page.getByRole('dialog', { name: 'Close Sample Motors' });
    await dialog.getByRole('radio', { name: 'Help only' }).click();
    await dialog.getByRole('textbox', { name: /^Lender/ }).fill('ALLY');
    show(shown(theirs, actions));
    await dialog.getByRole('button', { name: 'Close request' }).click();
    await expect.element(dialog.getByText(/Somebody changed the deal meanwhile. Lender: Harbor Bank/)).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: /^Lender/ })).toHaveValue('ALLY');
    await dialog.getByRole('button', { name: 'Close request' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(actions.done.mock.calls.map(([, version]) => version)).toEqual([1, 2]);
  });
});

test('R1162 the track tells a time of Done only of a request that is done, or is closing as done', async () => {
  const endedAt = '2026-11-21T02:03:00.000Z';
  const closing = { at: endedAt, endsAt: '2026-11-21T02:04:00.000Z' };
  const { show } = mount(shown(recordOf({ can: { accept: true } }), sends()));
  const lastTime = () => document.querySelector('.track li:last-child time')?.getAttribute('datetime');
  for (const [at, state, parts] of [
    [undefined, 'cancelled', { endedAt }],
    [endedAt, 'done', { endedAt, stage: 'done' }],
    [undefined, 'expired', { endedAt }],
    [endedAt, 'accepted', { closing: { as: 'done', ...closing }, stage: 'done' }],
    [undefined, 'accepted', { closing: { as: 'cancelled', ...closing } }],
  ] as const) {
    show(shown(recordOf({ ...accepted, ...parts, state }), sends()));
    await expect.poll(lastTime).toBe(at);
  }
});

inLongRun(() => {
  test('a dialog that is opened shows the deal and the stage as they are by then', async () => {
    const actions = sends();
    const record = recordOf({ ...accepted, can: { done: true, handOff: true } });
    const { show } = mount(shown(record, actions));
    await pressSettled('Hand off…');
    await userEvent.keyboard('{Escape}');
    const later = {
      ...record,
      version: 2,
      stage: 'signing',
      deal: { ...record.deal, version: 2, lender: 'ALLY' },
    } as const;
    show(shown(later, actions));
    await pressSettled('Hand off…');
    const dialog = page.getByRole('dialog', { name: 'Hand off Sample Motors' });
    await expect.element(dialog.getByRole('combobox', { name: 'Current status' })).toHaveValue('signing');
    await expect.element(dialog.getByRole('textbox', { name: /^Lender/ })).toHaveValue('ALLY');
  });

  test('two people edit one field of the store sheet: the later one sees theirs and decides', async () => {
    const actions = sends();
    const record = recordOf({ ...accepted, can: { editSheet: true } });
    const { sheet } = record;
    if (!sheet) throw new Error('the record has a sheet');
    const theirs: RequestRecord = {
      ...record,
      sheet: {
        ...sheet,
        version: 1,
        fields: { ...sheet.fields, dms: { value: 'CDK', changedAt: testNow, changedBy: 'Lee Marsh' } },
      },
    };
    actions.editSheet.mockResolvedValueOnce({ kind: 'late', record: theirs });
    actions.editSheet.mockResolvedValueOnce({ kind: 'taken', record: theirs });
    mount(shown(record, actions));
    await button('Add DMS').click();
    await expect.element(page.getByRole('textbox', { name: 'DMS' })).toHaveFocus();
    await userEvent.keyboard('Frazer{Enter}');
    await expect.element(page.getByText(/Somebody changed it meanwhile to “CDK”. Yours is “Frazer”/)).toBeVisible();
    await button('Save mine').click();
    await expect.element(button('Add DMS')).toHaveFocus();
    expect(actions.editSheet.mock.calls).toEqual([
      [0, { dms: 'Frazer' }],
      // Sent over the other person's version, which this person has seen.
      [1, { dms: 'Frazer' }],
    ]);
  });
});

test('one tap stores a choice of the store sheet, and Esc leaves a field as it was', async () => {
  const actions = sends();
  actions.editSheet.mockImplementation(() => new Promise(() => undefined));
  mount(shown(recordOf({ ...accepted, can: { editSheet: true } }), actions));
  await button('Add DMS').click();
  await userEvent.keyboard('half a w{Escape}');
  await expect.element(button('Add DMS')).toHaveFocus();
  await button('Add Credit portal').click();
  await button('RouteOne').click();
  await vi.waitFor(() => expect(actions.editSheet.mock.calls).toEqual([[0, { creditPortal: 'RouteOne' }]]));
});

test('a request that is late says to each what they can do: its holder, and whoever can take it over', async () => {
  const late = recordOf({ ...accepted, lateAt: testNow, can: { handBack: true } });
  const { show } = mount(shown(late, sends()));
  await expect.element(page.getByText(/^You accepted it .* Call the store, or hand it back/)).toBeVisible();
  show(shown({ ...late, mine: false, acceptedBy: 'Sam Ortiz', can: { ...late.can, takeOver: true } }, sends()));
  await expect.element(page.getByText(/^Sam Ortiz accepted it .* You can take it over/)).toBeVisible();
});

test('a tick that is not stored goes back and says so', async () => {
  const actions = sends();
  const answer = Promise.withResolvers<Sent>();
  actions.tick.mockReturnValue(answer.promise);
  mount(shown(recordOf({ ...accepted, can: { tick: true } }), actions));
  const tick = page.getByRole('checkbox', { name: 'Odometer' });
  await tick.click();
  await expect.element(tick).toBeChecked();
  answer.resolve({ kind: 'unreachable' });
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  await expect.element(tick).not.toBeChecked();
});

inLongRun(() => {
  test('R706 a tick that is not stored says so, also when another one is stored right after it', async () => {
    const actions = sends();
    const first = Promise.withResolvers<Sent>();
    const second = Promise.withResolvers<Sent>();
    actions.tick.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    const record = recordOf({ ...accepted, can: { tick: true } });
    mount(shown(record, actions));
    const odometer = page.getByRole('checkbox', { name: 'Odometer' });
    await odometer.click();
    await page.getByRole('checkbox', { name: 'Insurance' }).click();
    first.resolve({ kind: 'unreachable' });
    second.resolve({ kind: 'taken', record });
    await expect.element(odometer).not.toBeChecked();
    await expect.element(page.getByRole('checkbox', { name: 'Insurance' })).not.toBeChecked();
    await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  });
});

test('R129 whoever is not licensed in the store’s state reads so beside Accept, and may accept', async () => {
  const actions = sends();
  actions.step.mockResolvedValue({ kind: 'taken', record: recordOf({ ...accepted }) });
  const { show } = mount(shown(recordOf({ notLicensedIn: 'TX', can: { accept: true } }), actions));
  await expect.element(page.getByText('This store is in TX. By your record you are not licensed there.')).toBeVisible();
  await pressSettled(/^Accept/);
  expect(actions.step.mock.calls).toEqual([['accept']]);
  show(shown(recordOf({ can: { accept: true } }), actions));
  await expect.element(page.getByText(/not licensed/)).not.toBeInTheDocument();
});

const states: readonly (readonly [string, RequestRecord])[] = [
  ['waiting', recordOf({ anydesk: '412098637', sheet: null, can: { accept: true, decline: true } })],
  [
    'mine',
    recordOf({
      ...accepted,
      anydesk: '412098637',
      can: { connected: true, done: true, handOff: true, handBack: true, editDeal: true, tick: true, editSheet: true },
      handOff: {
        from: 'Lee Marsh',
        to: null,
        at: testNow,
        stage: 'accepted',
        lender: 'ALLY',
        products: ['vsc'],
        openStipulations: 'Proof of income',
        promised: 'First payment in 45 days',
      },
      events: [{ id: 1, at: testNow, kind: 'handed-off', detail: 'Lee Marsh' }],
    }),
  ],
  ['late', recordOf({ ...accepted, mine: false, lateAt: testNow, can: { takeOver: true } })],
  [
    'closing',
    recordOf({ ...accepted, closing: { as: 'done', at: testNow, endsAt: testNow }, can: { undoDone: true } }),
  ],
  ['ended', recordOf({ ...accepted, endedAt: testNow, state: 'done', can: { reopen: true, editSheet: true } })],
  ['of two dealerships', recordOf({ ...accepted, sameNamed: 2, sheet: null })],
];

test.each(states)(
  'a record that is %s fits a phone and a screen, without a fault that axe finds',
  async (_, record) => {
    mount(
      <>
        {/* Axe takes a control that the pinned bar covers in part for a too small one, although it can be scrolled into sight. */}
        <style>{'.bar { position: static !important }'}</style>
        {shown(record, sends())}
      </>,
    );
    await expect.element(page.getByRole('heading', { name: 'Sample Motors', level: 1 })).toBeVisible();
    await expectFits();
  },
);

test('the dialogs of a record fit a phone and a screen, without a fault that axe finds', async () => {
  mount(shown(recordOf({ ...accepted, can: { done: true, handOff: true } }), sends()));
  await pressSettled('Done…');
  await page.getByRole('checkbox', { name: 'Don’t bill this one' }).click();
  await expectFits();
  await userEvent.keyboard('{Escape}');
  await pressSettled('Hand off…');
  await expectFits();
});

test('R354 a step that arrived although its answer was lost is not asked for again', async () => {
  const actions = sends();
  actions.step.mockResolvedValue({ kind: 'unreachable' });
  const { show } = mount(shown(recordOf({ can: { accept: true } }), actions));
  await pressSettled(/^Accept/);
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  show(shown(recordOf({ ...accepted, can: { connected: true } }), actions));
  await expect.element(page.getByText(/No answer from the server/)).not.toBeInTheDocument();
});

inLongRun(() => {
  test('R543 the deal and the jacket stay when the request is handed back, also under the hands of who types, and when it expires then', async () => {
    const actions = sends();
    const { deal } = recordOf();
    const can = { editDeal: true, tick: true };
    const standing = (parts: Partial<RequestRecord>, offered: Partial<RequestRecord['can']> = can) =>
      shown(recordOf({ deal: { ...deal, lender: 'Harbor Bank' }, ...parts, can: offered }), actions);
    const { show } = mount(standing({ ...accepted, mine: false }));
    await button('Add Note').click();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('co-signer calls at');
    const back = { handedBackAt: testNow, handedBackBy: 'Dana Whitcomb', askedAt: testNow };
    show(standing(back));
    await expect.element(page.getByText(/nobody has it yet/)).toBeVisible();
    await expect.element(note).toHaveValue('co-signer calls at');
    await expect.element(note).toHaveFocus();
    const over = { ...back, endedAt: testNow, state: 'expired' } as const;
    show(standing(over));
    await expect.element(page.getByText('Nobody took it on again')).toBeVisible();
    await expect.element(note).toHaveValue('co-signer calls at');
    show(standing(over, {}));
    await expect.element(button('Change Lender')).not.toBeInTheDocument();
    await expect.element(page.getByText('Harbor Bank')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: /jacket/i })).toBeVisible();
  });
});
