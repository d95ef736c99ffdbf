import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { ShowMore } from './ShowMore.tsx';

const pages = { hasNextPage: true, isFetching: false, isFetchingNextPage: false, isFetchNextPageError: false };

test('The next page is read when the end of the list comes near', async () => {
  const fetchNextPage = vi.fn<() => Promise<never>>();
  mount(<ShowMore pages={{ ...pages, fetchNextPage }} areAllDrawn />);
  await vi.waitFor(() => expect(fetchNextPage).toHaveBeenCalled());
});

test('The next page is read when the end of the list comes near, also of a list that was still to be read when it was shown', async () => {
  const fetchNextPage = vi.fn<() => Promise<never>>();
  const { show } = mount(<ShowMore pages={{ ...pages, hasNextPage: false, fetchNextPage }} areAllDrawn />);
  show(<ShowMore pages={{ ...pages, fetchNextPage }} areAllDrawn />);
  await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  await vi.waitFor(() => expect(fetchNextPage).toHaveBeenCalled());
});

test('R385 the next page of a list that is read again all the time is read between two of these reads, however short the time is', async () => {
  const fetchNextPage = vi.fn<() => Promise<never>>();
  const list = (isFetching: boolean, said = '') => (
    <>
      <ShowMore pages={{ ...pages, isFetching, fetchNextPage }} areAllDrawn />
      <p>{said}</p>
    </>
  );
  const { show } = mount(list(true));
  const button = page.getByRole('button', { name: 'Show more' });
  await expect.element(button).toBeInViewport();
  await new Promise((seen) => new IntersectionObserver(seen).observe(button.element()));
  // React draws this together with what the component's observer, called before this test's, has just set.
  show(list(true, 'It is near.'));
  await expect.element(page.getByText('It is near.')).toBeVisible();
  expect(fetchNextPage).not.toHaveBeenCalled();
  // No frame comes between these two.
  flushSync(() => show(list(false)));
  flushSync(() => show(list(true)));
  await expect.poll(() => fetchNextPage.mock.calls.length).toBe(1);
});

test('A page that could not be read is read again only by a press', async () => {
  const fetchNextPage = vi.fn<() => Promise<never>>();
  mount(<ShowMore pages={{ ...pages, isFetchNextPageError: true, fetchNextPage }} areAllDrawn />);
  const button = page.getByRole('button', { name: 'Show more' });
  await expect.element(button).toBeInViewport();
  // The browser calls observers in the order in which they were made, so once this one is called, the component's was too.
  await new Promise((seen) => new IntersectionObserver(seen).observe(button.element()));
  expect(fetchNextPage).not.toHaveBeenCalled();
  await button.click();
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

test('After the last page there is nothing to press', async () => {
  mount(
    <>
      <p>The end</p>
      <ShowMore pages={{ ...pages, hasNextPage: false, fetchNextPage: vi.fn<() => Promise<never>>() }} areAllDrawn />
    </>,
  );
  await expect.element(page.getByText('The end')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
