/** A filter whose chosen value leaves its options. */
import '../styles/desk.css';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { FilterSelect } from './filter-fields.tsx';

const everybody = { value: '', label: 'Everybody' };
const [ada, lee] = [
  { value: 'ada', label: 'Ada' },
  { value: 'lee', label: 'Lee Marsh' },
];

test('R758 a filter by somebody who is removed meanwhile names them, and never says that it shows everybody', async () => {
  const onChange = vi.fn<(value: string) => void>();
  const shown = (options: readonly { value: string; label: string }[], value = 'lee') => (
    <FilterSelect label="Who" value={value} onChange={onChange} options={options} />
  );
  const filter = page.getByLabelText('Who');
  const text = () => (filter.element() as HTMLSelectElement).selectedOptions[0]?.textContent;
  const screen = mount(shown([everybody]));
  await expect.poll(text).toBe('…');
  screen.show(shown([everybody, ada, lee]));
  await expect.poll(text).toBe('Lee Marsh');
  screen.show(shown([everybody, ada]));
  await expect.poll(text).toBe('Lee Marsh (not in the list any more)');
  await filter.selectOptions('ada');
  expect(onChange.mock.calls).toEqual([['ada']]);
  screen.show(shown([everybody, ada], 'ada'));
  await expect.poll(text).toBe('Ada');
  screen.show(shown([everybody, ada], 'gone'));
  await expect.poll(text).toBe('Not in the list');
});
