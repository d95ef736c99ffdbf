import { lazy, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { Boundary } from './Boundary.tsx';

const Missing = lazy<() => null>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

const shown = (at: 'missing' | 'there') => (
  <>
    <p>The navigation</p>
    <Boundary fallback={<p>It did not load</p>} resetKey={at}>
      <Suspense>{at === 'missing' ? <Missing /> : <p>Another screen</p>}</Suspense>
    </Boundary>
  </>
);

test('A part whose file does not load takes nothing else away, and another one shows afterwards', async () => {
  // React reports what a boundary caught.
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { show } = mount(shown('missing'));
  await expect.element(page.getByText('It did not load')).toBeVisible();
  await expect.element(page.getByText('The navigation')).toBeVisible();
  expect(reported).toHaveBeenCalled();
  show(shown('there'));
  await expect.element(page.getByText('Another screen')).toBeVisible();
  await expect.element(page.getByText('It did not load')).not.toBeInTheDocument();
});
