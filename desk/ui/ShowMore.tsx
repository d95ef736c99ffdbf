import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';

interface ShowMoreProps {
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError'> & {
    readonly fetchNextPage: () => unknown;
  };
  /**
   * Whether all rows read so far are on the screen. Until then the end of the list is near only because they are missing, and on a
   * slow phone page after page would be read.
   */
  areAllDrawn: boolean;
}

/** Reads the next page before the end of the list comes into sight. The button does the same, also after a page that failed. */
export function ShowMore({ pages, areAllDrawn }: ShowMoreProps) {
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const place = useRef<HTMLParagraphElement>(null);
  const load = useRef(fetchNextPage);
  const [isNear, setNear] = useState(false);
  const [wasPressed, setPressed] = useState(false);
  const looks = hasNextPage && areAllDrawn && !isFetchingNextPage && !isFetchNextPageError;
  const isWanted = wasPressed || (looks && isNear);
  // Wait while the list is read again: reading a page then would cancel that read, and changes would stay unread.
  const waits = isFetching || !areAllDrawn;
  useEffect(() => {
    load.current = fetchNextPage;
  });
  useEffect(() => {
    const element = place.current;
    if (!element || !looks) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '600px',
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setNear(false);
    };
  }, [looks]);
  useEffect(() => {
    if (!isWanted || (waits && hasNextPage)) return;
    setPressed(false);
    if (hasNextPage) void load.current();
  }, [isWanted, waits, hasNextPage]);
  if (!hasNextPage) return null;
  const isLoading = isFetchingNextPage || wasPressed;
  return (
    <p className="show-more" ref={place}>
      <Button aria-disabled={isLoading || undefined} onClick={() => isLoading || setPressed(true)}>
        {isLoading ? 'Loading more…' : 'Show more'}
      </Button>
    </p>
  );
}
