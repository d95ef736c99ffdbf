/** How a screen reads a long list: a page at a time. When one of its topics changes, the pages that are shown are read again. */
import { keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Callable, CallInput } from '#client/lib/http.ts';
import { keyOf, ReadFailed, type ReadOptions, type ValueOf } from './read.ts';
import { callDesk, type Failure } from './request.ts';

/** A list's answer says where the next page begins, under one of two names; null at the end. */
type Paged = { readonly cursor: string | null } | { readonly nextCursor: string | null };

const nextOf = (page: Paged): string | null => ('cursor' in page ? page.cursor : page.nextCursor);

interface PagesOptions<Page> extends Pick<ReadOptions, 'topics' | 'atMostEveryMs'> {
  /** Called with each page that comes from the server. */
  readonly onPage?: (page: Page) => void;
}

/** A list of up to this many pages is read again at each change. */
const pagesAtOnce = 10;

/** How much longer a list waits between two reads for each page beyond these, in milliseconds. */
const waitForPageMs = 100;

/** The least time between two reads of a list in milliseconds. A list of hundreds of pages would else be read all the time. */
const paceOf = (atMostEveryMs: number) => (data: unknown) => {
  const pages = (data as { readonly pages: readonly unknown[] } | undefined)?.pages.length ?? 0;
  return Math.max(atMostEveryMs, waitForPageMs * (pages - pagesAtOnce));
};

/** The pages that were read so far, in their order. */
type Pages<Page> = UseInfiniteQueryResult<readonly Page[], ReadFailed>;

/** Reads a list by its GET endpoint; `input` is its first page's. While other parameters are read, the earlier list is shown. */
export function useReadPages<E extends Callable>(
  endpoint: E,
  input: CallInput<E>,
  { topics, atMostEveryMs = 0, onPage }: PagesOptions<ValueOf<E>>,
): Pages<ValueOf<E>> {
  const { query } = input as { query?: object };
  return useInfiniteQuery({
    queryKey: [...keyOf(endpoint, input), 'pages'],
    meta: { topics, atMostEveryMs: paceOf(atMostEveryMs) },
    initialPageParam: undefined as string | undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }): Promise<ValueOf<E>> => {
      const page = pageParam === undefined ? input : { ...input, query: { ...query, cursor: pageParam } };
      const result = await callDesk(endpoint, { ...page, signal });
      if (result.kind !== 'ok') throw new ReadFailed(result as Failure);
      const value = result.value as ValueOf<E>;
      onPage?.(value);
      return value;
    },
    getNextPageParam: (page) => nextOf(page as Paged) ?? undefined,
    select: ({ pages }) => pages,
  });
}

/** Reads the next page once more when it could not be read. A page that was never asked for is `ShowMore`'s. */
export function retryPage(pages: Pick<Pages<unknown>, 'isFetchNextPageError' | 'isFetching' | 'fetchNextPage'>): void {
  if (pages.isFetchNextPageError && !pages.isFetching) void pages.fetchNextPage();
}

/**
 * The rows without repetitions. Pages are read at different moments, so a row that moved back in the list may be in two of them. It
 * is shown once, as the later page has it. A row that moved forward, from a page that was not read yet, may be in none until the
 * list is read again; the event of its change causes that.
 */
function onceEach<Row>(rows: readonly Row[], key: keyof Row): readonly Row[] {
  const last = new Map(rows.map((row, at) => [row[key], at]));
  return last.size === rows.length ? rows : rows.filter((row, at) => last.get(row[key]) === at);
}

/** How many new rows are added to the end of a list in one render: so few that a key on a slow phone hardly waits for them. */
const rowsAtOnce = 10;

/**
 * What to draw of `rows` when `drawn` is on the screen: all rows up to the last one that is on the screen already, and a few more.
 * Of a list without any of them the first few.
 */
function nextToDraw<Row>(rows: readonly Row[], drawn: readonly Row[], key: keyof Row): readonly Row[] {
  // The first page is drawn at once.
  if (drawn.length === 0 || rows.length <= rowsAtOnce) return rows;
  const keys = new Set(drawn.map((row) => row[key]));
  const most = rows.findLastIndex((row) => keys.has(row[key])) + 1 + rowsAtOnce;
  return most < rows.length ? rows.slice(0, most) : rows;
}

type RowOf<Page, Name extends keyof Page> = Page[Name] extends readonly (infer Row)[] ? Row : never;

/**
 * The rows of all pages read so far, each once. The rows of a later page are added a few in each frame, so that a key or a press does
 * not wait for them on a slow phone. Each of these renders is too short to be put off: one that other renders may interrupt would
 * never end on a phone that is always busy.
 *
 * @param name the member of a page that has its rows
 * @param key the member of a row that tells it from every other one
 * @returns the rows to draw now, and whether these are all rows that were read
 */
export function useRows<Page, Name extends keyof Page>(
  { data }: Pick<Pages<Page>, 'data'>,
  name: Name,
  key: keyof RowOf<Page, Name>,
) {
  const read = useMemo(() => {
    const rows = data?.flatMap((page) => page[name] as readonly RowOf<Page, Name>[]) ?? [];
    return onceEach(rows, key);
  }, [data, name, key]);
  const [drawn, setDrawn] = useState(read);
  const rows = useMemo(() => nextToDraw(read, drawn, key), [read, drawn, key]);
  useEffect(() => {
    if (rows === drawn) return;
    const frame = requestAnimationFrame(() => setDrawn(rows));
    return () => cancelAnimationFrame(frame);
  }, [rows, drawn]);
  return { rows, areAll: rows.length === read.length };
}
