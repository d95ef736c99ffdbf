/** Fields of a request that are edited in their place, when a lock or a reload comes, or others store something meanwhile. */
import '../styles/desk.css';
import './board.css';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sheetFields } from '#contract/desk/board.ts';
import type { DealPatch } from '#contract/desk/record-schemas.ts';
import { compose, pressInMethod } from '../../tests/components/composing.ts';
import { mount } from '../../tests/components/mount.ts';
import { Deal } from './Deal.tsx';
import { StoreSheet } from './StoreSheet.tsx';
import type { Sent } from './sent.ts';
import { emptySheet, recordOf } from './testing.ts';

type Edit = (version: number, patch: DealPatch) => Promise<Sent>;

const base = recordOf().deal;
const dealOf = (parts: Partial<typeof base>) =>
  recordOf({ acceptedAt: '2026-11-21T02:04:00.000Z', can: { editDeal: true }, deal: { ...base, ...parts } });

/** Stores a deal by version, as the desk's server does. */
function storing(parts: Partial<typeof base> = {}) {
  let stands = dealOf(parts);
  const edit = vi.fn<Edit>(async (version, patch) => {
    if (version !== stands.deal.version) return { kind: 'late', record: stands };
    const next = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    stands = dealOf({ ...stands.deal, ...next, version: version + 1 });
    return { kind: 'taken', record: stands };
  });
  return { edit, stored: () => stands.deal };
}

/** Shows a deal whose server stores everything, but answers only after `answer`. */
function mountSlow() {
  const { edit, stored } = storing();
  const slow = Promise.withResolvers<void>();
  mount(
    <Deal
      record={dealOf({})}
      onEdit={async (version, patch) => {
        await slow.promise;
        return edit(version, patch);
      }}
    />,
  );
  return { stored, answer: () => slow.resolve() };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = page.getByRole('textbox');

test('R200 a field of the deal that is being edited is as it was typed after a lock, and stored once', async () => {
  const { edit, stored } = storing();
  const first = mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('Add Lender').click();
  await field.fill('Harbor Credit Union');
  first.leave();
  const second = mount(<Deal record={dealOf({})} onEdit={edit} />);
  await expect.element(field).toHaveValue('Harbor Credit Union');
  await button('Save').click();
  await expect.poll(() => stored().lender).toBe('Harbor Credit Union');
  await expect.element(field).not.toBeInTheDocument();
  second.leave();
  mount(<Deal record={dealOf({ ...stored() })} onEdit={edit} />);
  await expect.element(page.getByText('Harbor Credit Union')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test('R200 a field that was left as it was is not open after a lock', async () => {
  const first = mount(<Deal record={dealOf({})} onEdit={storing().edit} />);
  await button('Add Note').click();
  await field.fill('half a sen');
  await button('Cancel').click();
  first.leave();
  mount(<Deal record={dealOf({})} onEdit={storing().edit} />);
  await expect.element(button('Add Note')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  expect(JSON.stringify(sessionStorage)).not.toContain('half a sen');
});

test('R665 a conflict does not say that an earlier text is one’s own, once more was typed', async () => {
  const { edit, stored } = storing({ lender: 'Capital One', version: 2 });
  mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('Add Lender').click();
  await field.fill('Chase');
  await button('Save').click();
  await expect.element(page.getByText(/Yours is “Chase”/)).toBeVisible();
  await field.fill('Chase Auto');
  await expect.element(page.getByText(/Yours is “Chase”/)).not.toBeInTheDocument();
  await expect.element(page.getByText(/to “Capital One”. Yours is what the field has now/)).toBeVisible();
  await button('Save mine').click();
  await expect.poll(() => stored().lender).toBe('Chase Auto');
});

test('R199 a field that somebody else stores while it is being edited is not overwritten unseen, although the page shows theirs', async () => {
  const theirs = { lender: 'Capital One', version: 2 };
  const { edit, stored } = storing(theirs);
  const screen = mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('Add Lender').click();
  await field.fill('Chase');
  // The stream announces their change, and the record is read again while the field is open.
  screen.show(<Deal record={dealOf(theirs)} onEdit={edit} />);
  await button('Save').click();
  await expect
    .element(page.getByText('Somebody changed it meanwhile to “Capital One”. Yours is “Chase”.'))
    .toBeVisible();
  expect(stored().lender).toBe('Capital One');
  await button('Save mine').click();
  await expect.poll(() => stored().lender).toBe('Chase');
});

test('R199 a field that somebody else stored while the desk was locked is not overwritten unseen', async () => {
  const { edit, stored } = storing({ lender: 'Capital One', version: 2 });
  const first = mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('Add Lender').click();
  await field.fill('Chase');
  first.leave();
  mount(<Deal record={dealOf({ lender: 'Capital One', version: 2 })} onEdit={edit} />);
  await expect.element(field).toHaveValue('Chase');
  await button('Save').click();
  await expect
    .element(page.getByText('Somebody changed it meanwhile to “Capital One”. Yours is “Chase”.'))
    .toBeVisible();
  await button('Keep theirs').click();
  expect(stored().lender).toBe('Capital One');
  expect(JSON.stringify(sessionStorage)).not.toContain('Chase');
});

test('R200 what is typed into a field while it is being stored stays, and is stored by the next press', async () => {
  const { stored, answer } = mountSlow();
  await button('Add Note').click();
  await field.fill('Called the lender');
  await button('Save').click();
  await field.fill('Called the lender, they want a stub');
  answer();
  await expect.poll(() => stored().note).toBe('Called the lender');
  await expect.element(button('Save')).toBeVisible();
  await expect.element(field).toHaveValue('Called the lender, they want a stub');
  await button('Save').click();
  await expect.poll(() => stored().note).toBe('Called the lender, they want a stub');
});

test('R225 two products that are tapped quickly are both stored, and nobody reads that somebody else changed the deal', async () => {
  const { stored, answer } = mountSlow();
  await button('GAP').click();
  await button('VSC').click();
  await button('New').click();
  answer();
  await expect.poll(() => stored()).toMatchObject({ products: ['vsc', 'gap'], vehicle: 'new' });
  await expect.element(page.getByText(/Somebody changed the deal/)).not.toBeInTheDocument();
});

test('R497 Esc and Enter of an input method are for the letters that are being chosen: the field stays open as it was typed', async () => {
  const { edit } = storing();
  mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('Add Lender').click();
  await expect.element(field).toHaveFocus();
  await compose('かな');
  await pressInMethod('Escape');
  await compose('かなか');
  await pressInMethod('Enter');
  await expect.element(field).toHaveValue('かなか');
  expect(edit).not.toHaveBeenCalled();
});

test('R540 a note of several paragraphs is shown as such, and stored with them when it is changed in its place', async () => {
  const { edit, stored } = storing({ note: 'The payoff is 14,210\n\nStips are due on Friday' });
  mount(<Deal record={dealOf(stored())} onEdit={edit} />);
  const shown = page.getByText(/The payoff is/);
  await expect.element(shown).toBeVisible();
  // biome-ignore lint/performance/useDomNodeTextContent: only this text has the line breaks that are drawn
  expect((shown.element() as HTMLElement).innerText).toBe('The payoff is 14,210\n\nStips are due on Friday');
  await button('Change Note').click();
  await expect.element(field).toHaveFocus();
  await field.fill(`${stored().note}\nat noon`);
  await button('Save').click();
  await expect.poll(() => stored().note).toBe('The payoff is 14,210\n\nStips are due on Friday\nat noon');
});

test('R622 what is typed on while a change of somebody else is being decided about is what “Save mine” stores', async () => {
  const { edit, stored } = storing({ note: 'The store sent a stub', version: 2 });
  mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('Add Note').click();
  await field.fill('Stips are due on Friday');
  await button('Save').click();
  await expect.element(button('Save mine')).toBeVisible();
  await field.fill('The store sent a stub, the rest is due on Friday');
  await button('Save mine').click();
  await expect.poll(() => stored().note).toBe('The store sent a stub, the rest is due on Friday');
  await expect.element(field).not.toBeInTheDocument();
});

test('R706 a tap that is not stored says so, also when another tap after it is', async () => {
  const { edit } = storing();
  const first = Promise.withResolvers<Sent>();
  edit.mockReturnValueOnce(first.promise);
  mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('New').click();
  await button('GAP').click();
  first.resolve({ kind: 'unreachable' });
  await expect.poll(() => edit.mock.calls.length).toBe(2);
  await expect.element(page.getByText(/No answer from the server/)).toBeVisible();
  await expect.element(button('New')).toHaveAttribute('aria-pressed', 'false');
  // The next tap is a press of its own.
  await button('New').click();
  await expect.element(page.getByText(/No answer from the server/)).not.toBeInTheDocument();
});

test('R791 a product that a colleague stored meanwhile stays when others are tapped', async () => {
  const { edit, stored } = storing({ products: ['vsc'], version: 2 });
  mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('GAP').click();
  await button('Tire and wheel').click();
  await expect.poll(() => stored().products).toEqual(['vsc', 'gap', 'tire_wheel']);
  await expect.element(page.getByText(/Somebody changed the deal/)).not.toBeInTheDocument();
});

test('R791 a tap that got no answer is not sent along with the next one', async () => {
  const { edit, stored } = storing();
  const first = Promise.withResolvers<Sent>();
  edit.mockReturnValueOnce(first.promise);
  mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('GAP').click();
  await button('VSC').click();
  first.resolve({ kind: 'unreachable' });
  await expect.poll(() => stored().products).toEqual(['vsc']);
  await expect.element(page.getByText(/to “GAP”. It may be stored: look before you press it again/)).toBeVisible();
  await expect.element(button('GAP')).toHaveAttribute('aria-pressed', 'false');
});

test('R792 a tap that arrived although its answer was lost is not asked for again, and no second press takes it back', async () => {
  const { edit, stored } = storing();
  const answered = edit.getMockImplementation();
  edit.mockImplementationOnce(async (version, patch) => {
    await answered?.(version, patch);
    return { kind: 'unreachable' };
  });
  const { show } = mount(<Deal record={dealOf({})} onEdit={edit} />);
  await button('GAP').click();
  const said = page.getByText(/No answer from the server/);
  await expect.element(said).toBeVisible();
  // The page has not heard of it yet, and the person presses again.
  await button('GAP').click();
  await expect.element(said).not.toBeInTheDocument();
  expect(stored().products).toEqual(['gap']);

  edit.mockImplementationOnce(async (version, patch) => {
    await answered?.(version, patch);
    return { kind: 'unreachable' };
  });
  await button('VSC').click();
  await expect.element(said).toBeVisible();
  show(<Deal record={dealOf(stored())} onEdit={edit} />);
  await expect.element(page.getByRole('button', { name: /VSC/, pressed: true })).toBeVisible();
  await expect.element(said).not.toBeInTheDocument();
});

test('R875 a field that is stored late takes the focus from no other field that somebody types into by then', async () => {
  const { stored, answer } = mountSlow();
  await button('Add Stock number').click();
  await page.getByRole('textbox', { name: 'Stock number' }).fill('A-77');
  await userEvent.keyboard('{Enter}');
  await button('Add DMS deal number').click();
  const next = page.getByRole('textbox', { name: 'DMS deal number' });
  await expect.element(next).toHaveFocus();
  await userEvent.keyboard('40');
  answer();
  await expect.element(button('Add Stock number')).toBeInTheDocument();
  await userEvent.keyboard('12');
  await expect.element(next).toHaveValue('4012');
  expect(stored().stockNumber).toBe('A-77');
});

test.each(['creditPortal', 'contracts'] as const)(
  'R1104 a choice of the store sheet is stored by one tap, asks for no text, and is left by its keys: %s',
  async (name) => {
    const { label, options } = sheetFields[name];
    const [first, second] = options;
    const stored = { value: first, changedAt: '2026-11-21T02:04:00.000Z', changedBy: 'Priya' };
    const sheet = { ...emptySheet, version: 1, fields: { ...emptySheet.fields, [name]: stored } };
    const record = recordOf({ sheet, can: { editSheet: true } });
    const edit = vi.fn<(version: number, patch: object) => Promise<Sent>>(async () => ({ kind: 'taken', record }));
    const left = vi.fn<() => void>();
    document.addEventListener('keydown', left);
    onTestFinished(() => document.removeEventListener('keydown', left));
    mount(<StoreSheet record={record} timeZone="America/Chicago" onEdit={edit} />);
    await button(`Change ${label}`).click();
    await expect.element(page.getByRole('button', { name: first, exact: false })).toHaveFocus();
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(button('Save')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(button(`Change ${label}`)).toHaveFocus();
    expect(left).not.toHaveBeenCalled();
    await button(`Change ${label}`).click();
    await button(second).click();
    await expect.element(button(`Change ${label}`)).toBeVisible();
    expect(edit.mock.calls).toEqual([[1, { [name]: second }]]);
  },
);
