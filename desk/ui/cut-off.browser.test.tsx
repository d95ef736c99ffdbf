/** What a field of the desk says about a text that is longer than the field takes. */
import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountDesk } from '../../tests/components/desk.tsx';
import { AreaInput, TextInput } from './fields.tsx';

const field = (label: string) => page.getByLabelText(label);
const said = (label: string) => (field(label).element() as HTMLTextAreaElement).validationMessage;

/** Two fields that take ten and five characters, with a longer text in the clipboard. */
async function mountFields(text: string): Promise<void> {
  mountDesk(
    <>
      <AreaInput name="from" label="From" />
      <AreaInput name="note" label="Note" maxLength={10} />
      <TextInput name="stock" label="Stock number" maxLength={5} />
    </>,
    { answers: {} },
  );
  await field('From').fill(text);
  await field('From').click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
  await userEvent.copy();
}

test.each(['Note', 'Stock number'])(
  'R725 %s says how much of a pasted text was left out, until something is typed',
  async (label) => {
    await mountFields('twelve chars');
    await field(label).click();
    await userEvent.paste();
    const most = label === 'Note' ? 10 : 5;
    await expect.element(field(label)).toHaveValue('twelve chars'.slice(0, most));
    await expect.poll(() => said(label)).toBe(`${12 - most} characters were left out: this field takes ${most}.`);
    await userEvent.keyboard('{Backspace}');
    expect(said(label)).toBe('');
  },
);

test('R725 a pasted text that fits in the place of what is selected is taken without a word', async () => {
  await mountFields('eight ch');
  await field('Note').fill('0123456789');
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
  await userEvent.paste();
  await expect.element(field('Note')).toHaveValue('eight ch');
  // What was left out would be said in a task that began before this one.
  await new Promise((resolve) => setTimeout(resolve));
  expect(said('Note')).toBe('');
});

test('R725 a character that is typed into a full field is not lost without a word', async () => {
  await mountFields('x');
  await field('Note').fill('0123456789');
  await userEvent.keyboard('a');
  await expect.poll(() => said('Note')).toBe('1 character was left out: this field takes 10.');
  await expect.element(field('Note')).toHaveValue('0123456789');
});
