import './show-more.css';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';

interface ShowMoreProps {
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError'> & {
    readonly fetchNextPage: () => unknown;
  };
}

/** Reads the next page before the end of the list comes into sight. The button does the same, also after a page that failed. */
export function ShowMore({ pages }: ShowMoreProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  // Wait while the list is read again: reading a page then would cancel that read, and changes would stay unread.
  const waits = isFetching || isFetchNextPageError;
  const place = useRef<HTMLParagraphElement>(null);
  const load = useRef(fetchNextPage);
  /** Whether the button was pressed. While the list is being read, the page is read after that. */
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    load.current = fetchNextPage;
  });
  useEffect(() => {
    if (!wanted || (isFetching && hasNextPage)) return;
    setWanted(false);
    if (hasNextPage) void load.current();
  }, [wanted, isFetching, hasNextPage]);
  useEffect(() => {
    const element = place.current;
    if (!element || waits || !hasNextPage) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void load.current(), {
      rootMargin: '600px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [waits, hasNextPage]);
  if (!hasNextPage) return null;
  const isLoading = isFetchingNextPage || wanted;
  return (
    <p className="show-more" ref={place}>
      <Button aria-disabled={isLoading || undefined} onClick={() => isLoading || setWanted(true)}>
        {isLoading ? 'Loading more…' : 'Show more'}
      </Button>
    </p>
  );
}
