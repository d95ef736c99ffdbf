import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../tests/components/mount.ts';
import { ShowMore } from './ShowMore.tsx';

const pages = { hasNextPage: true, isFetching: false, isFetchingNextPage: false, isFetchNextPageError: false };

test('The next page is read when the end of the list comes near', async () => {
  const fetchNextPage = vi.fn<() => Promise<never>>();
  mount(<ShowMore pages={{ ...pages, fetchNextPage }} />);
  await vi.waitFor(() => expect(fetchNextPage).toHaveBeenCalled());
});

test('The next page is read when the end of the list comes near, also of a list that was still to be read when it was shown', async () => {
  const fetchNextPage = vi.fn<() => Promise<never>>();
  const { show } = mount(<ShowMore pages={{ ...pages, hasNextPage: false, fetchNextPage }} />);
  show(<ShowMore pages={{ ...pages, fetchNextPage }} />);
  await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  await vi.waitFor(() => expect(fetchNextPage).toHaveBeenCalled());
});

test('A page that could not be read is read again only by a press', async () => {
  const fetchNextPage = vi.fn<() => Promise<never>>();
  mount(<ShowMore pages={{ ...pages, isFetchNextPageError: true, fetchNextPage }} />);
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
      <ShowMore pages={{ ...pages, hasNextPage: false, fetchNextPage: vi.fn<() => Promise<never>>() }} />
    </>,
  );
  await expect.element(page.getByText('The end')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
