/** An owner who is chosen while another press is being sent. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { Lead } from './Lead.tsx';
import type { LeadActions, Sent } from './leads.ts';
import { recordOf, testNow } from './testing.ts';

const owner = page.getByRole('combobox', { name: 'Owner' });

/** A lead of which `Contacted` was pressed, and is answered when told to. Gives the lead of the answer. */
async function pressContacted() {
  const slow = Promise.withResolvers<Sent>();
  const contacted = vi.fn<LeadActions['contacted']>().mockReturnValue(slow.promise);
  const edit = vi.fn<LeadActions['edit']>();
  const actions = { contacted, edit } as unknown as LeadActions;
  const record = recordOf({ ownerId: null, ownerName: null });
  const clock = { now: () => Date.parse(testNow) };
  mount(<Lead lead={record} clock={clock} actions={actions} hrefOf={(id) => `/leads/${id}`} />);
  const press = page.getByRole('region', { name: 'What you do' }).getByRole('button', { name: 'Contacted' });
  await expect.element(press).not.toHaveAttribute('aria-disabled');
  await press.click();
  const [first, second] = record.owners;
  if (!first || !second) throw new Error('A lead for this test has two people who can own it.');
  return { answer: slow.resolve, edit, taken: { ...record, version: record.version + 1 }, first, second };
}

test('R1057 the owner who is chosen last while another press is being sent stays chosen, and is sent after it as a change of what stands then', async () => {
  const { answer, edit, taken, first, second } = await pressContacted();
  edit.mockResolvedValue({ kind: 'taken', record: { ...taken, ownerId: second.id } });
  await owner.selectOptions(first.id);
  await owner.selectOptions(second.id);
  await expect.element(owner).toHaveValue(second.id);
  expect(edit).not.toHaveBeenCalled();
  answer({ kind: 'taken', record: taken });
  await expect.poll(() => edit.mock.calls).toEqual([[taken.version, { ownerId: second.id }]]);
});

test('R1057 an owner who was chosen while another press was being sent is told as not changed when that was not stored', async () => {
  const { answer, edit, first } = await pressContacted();
  await owner.selectOptions(first.id);
  answer({ kind: 'refused', text: 'Your role does not allow this.' });
  const alert = page.getByRole('alert').getByText(/Your role does not allow this\./);
  await expect
    .element(alert)
    .toHaveTextContent(
      `Your role does not allow this. Because of that, the owner was not changed. You wanted to give it to ${first.name}.`,
    );
  await expect.element(owner).toHaveValue('');
  expect(edit).not.toHaveBeenCalled();
});
