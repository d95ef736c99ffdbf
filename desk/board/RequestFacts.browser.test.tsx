import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { RequestFacts } from './RequestFacts.tsx';
import { recordOf } from './testing.ts';

test('R734 the two words and the AnyDesk address of a request are not translated at the desk', async () => {
  mount(<RequestFacts record={recordOf({ anydesk: 'frontdesk@ad', words: ['maple', 'river'] })} />);
  for (const shown of ['maple', 'river', 'frontdesk@ad']) {
    const found = page.getByText(shown, { exact: true });
    await expect.element(found).toBeVisible();
    expect((found.element() as HTMLElement).translate, shown).toBe(false);
  }
  expect(document.body.translate).toBe(true);
});
