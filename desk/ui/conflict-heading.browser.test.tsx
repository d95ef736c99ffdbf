import '../styles/desk.css';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { EditConflict } from './EditConflict.tsx';

test('R1219 the name of a field that two people changed stays whole beside long values', async () => {
  const long = '9 New Street, Portland, ME 04101, behind the harbor, second floor, left door';
  mount(
    <div className="night" style={{ inlineSize: '30rem' }}>
      <EditConflict
        what="this dealership"
        draft={null}
        fields={[{ label: 'Address', theirs: long, mine: long.toUpperCase() }]}
        onKeepMine={() => Promise.resolve(undefined)}
        onTakeTheirs={() => undefined}
      />
    </div>,
  );
  await page.viewport(1440, 900);
  const words = document.createRange();
  words.selectNodeContents(page.getByRole('rowheader', { name: 'Address' }).element());
  await expect.poll(() => words.getClientRects().length).toBe(1);
});
