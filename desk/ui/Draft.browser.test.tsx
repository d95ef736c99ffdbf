import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { giveDraftsTo } from '../lib/drafts.ts';
import { PasswordInput, TextInput } from './fields.tsx';
import { SendForm } from './SendForm.tsx';

interface Stored {
  readonly name: string;
  readonly phone: string;
  readonly zone: 'east' | 'west';
}

const stored: Stored = { name: 'Harbor Lantern', phone: '555-0100', zone: 'east' };

function Form({ now = stored }: { now?: Stored }) {
  return (
    <SendForm submit="Save" sending="Saving…" draft="store 1" onSend={async () => undefined}>
      <TextInput name="name" label="Name" defaultValue={now.name} />
      <TextInput name="phone" label="Phone" defaultValue={now.phone} />
      <fieldset>
        <legend>Zone</legend>
        {(['east', 'west'] as const).map((zone) => (
          <label key={zone}>
            <input type="radio" name="zone" value={zone} defaultChecked={now.zone === zone} />
            {zone}
          </label>
        ))}
      </fieldset>
      <PasswordInput name="password" label="Password" autoComplete="current-password" />
    </SendForm>
  );
}

const field = (name: string) => page.getByRole('textbox', { name });

test('R200 a form has what was typed into it again, and shows all else as it is stored by then', async () => {
  const first = mount(<Form />);
  await field('Name').fill('Harbor Lantern Motors');
  await page.getByRole('radio', { name: 'west' }).click();
  await page.getByLabelText('Password', { exact: true }).fill('a secret of mine');
  first.leave();
  expect(JSON.stringify(sessionStorage)).not.toContain('a secret of mine');
  mount(<Form now={{ ...stored, phone: '555-0177' }} />);
  await expect.element(field('Name')).toHaveValue('Harbor Lantern Motors');
  await expect.element(page.getByRole('radio', { name: 'west' })).toBeChecked();
  await expect.element(field('Phone')).toHaveValue('555-0177');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
  await expect.element(page.getByText(/Somebody changed this/)).not.toBeInTheDocument();
});

test('R200 whoever comes back to a field that somebody else changed meanwhile reads what is stored now', async () => {
  const first = mount(<Form />);
  await field('Phone').fill('555-0155');
  first.leave();
  mount(<Form now={{ ...stored, phone: '555-0177' }} />);
  await expect.element(field('Phone')).toHaveValue('555-0155');
  await expect.element(page.getByText(/Somebody changed this.*Phone: 555-0177/)).toBeVisible();
});

test('R200 what was typed is gone once it is sent, taken back, or somebody else is signed in', async () => {
  giveDraftsTo('dana');
  const first = mount(<Form />);
  await field('Name').fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => JSON.stringify(sessionStorage)).not.toContain('Mine');
  await field('Name').fill('Typed');
  expect(JSON.stringify(sessionStorage)).toContain('Typed');
  await field('Name').fill(stored.name);
  expect(JSON.stringify(sessionStorage)).not.toContain('store 1');
  await field('Name').fill('Only for Dana');
  giveDraftsTo('dana');
  first.leave();
  giveDraftsTo('lee');
  mount(<Form />);
  await expect.element(field('Name')).toHaveValue(stored.name);
  expect(JSON.stringify(sessionStorage)).not.toContain('Only for Dana');
});

const back = page.getByText('Not saved yet: what you typed here before is back.');

test('R1023 text that comes back is marked, and Discard shows what is stored, with the focus in the form', async () => {
  const first = mount(<Form />);
  await field('Name').fill('Never saved');
  await page.getByRole('radio', { name: 'west' }).click();
  await expect.element(back).not.toBeInTheDocument();
  first.leave();
  mount(<Form />);
  await expect.element(back).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(field('Name')).toHaveValue(stored.name);
  await expect.element(page.getByRole('radio', { name: 'east' })).toBeChecked();
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(back).not.toBeInTheDocument();
  expect(JSON.stringify(sessionStorage)).not.toContain('Never saved');
});

test('R1023 the mark of text that came back goes once it is saved', async () => {
  const first = mount(<Form />);
  await field('Name').fill('Saved later');
  first.leave();
  mount(<Form />);
  await expect.element(back).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(back).not.toBeInTheDocument();
  await expect.element(field('Name')).toHaveValue('Saved later');
});
