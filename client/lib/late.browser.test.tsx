import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { late } from './late.ts';

/** A part whose file is missing until `comes` is called. `again` is what loads it once more. */
function missingPart() {
  let isThere = false;
  let again: () => Promise<unknown> = () => Promise.reject(new Error('nothing waits for the file'));
  const load = () =>
    isThere ? Promise.resolve(({ text }: { text: string }) => <p>{text}</p>) : Promise.reject(new Error('no file'));
  const Part = late(
    load,
    () => <p>missing</p>,
    (task) => {
      again = task;
      return () => undefined;
    },
  );
  return {
    content: (text: string) => (
      <Suspense>
        <Part text={text} />
      </Suspense>
    ),
    again: () => again(),
    comes: () => {
      isThere = true;
    },
  };
}

test('R1166 a part whose file was lost once appears when the file comes, and at once the next time', async () => {
  const part = missingPart();
  const screen = mount(part.content('one'));
  await expect.element(page.getByText('missing')).toBeVisible();
  await expect(part.again()).rejects.toThrow('no file');
  await expect.element(page.getByText('missing')).toBeVisible();
  part.comes();
  await part.again();
  await expect.element(page.getByText('one')).toBeVisible();
  screen.show(null);
  screen.show(part.content('two'));
  await expect.element(page.getByText('two')).toBeVisible();
});
