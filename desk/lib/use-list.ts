import { useCallback, useMemo } from 'react';
import { useLocation, useRoute, useSearchParams } from 'wouter';
import type { DeskPath } from '../app/paths.ts';

/** The paths of a list and its records, and how the list's filters stand in the address. */
export interface ListPlace<Filters> {
  /** The path of the list: `/leads`. */
  readonly list: DeskPath;
  /** The pattern of a record's path: `/leads/:id`. */
  readonly record: `${string}/:id` & DeskPath;
  /** The path of one record. */
  readonly recordPath: (id: string) => string;
  /** The filters of an address. An unknown value counts as not set. */
  readonly readFilters: (params: URLSearchParams) => Filters;
  /** The parameters of the filters: only those that are set. */
  readonly queryOf: (filters: Filters) => Readonly<Record<string, string>>;
}

export interface List<Filters> {
  readonly filters: Filters;
  /** Shows other filters. The open record stays open. */
  readonly change: (filters: Filters) => void;
  /** The id of the open record. */
  readonly selected: string | undefined;
  /** The path of the list with its filters. */
  readonly listPath: string;
  /** The path of a record beside the list with its filters. The same function until the filters change. */
  readonly pathOf: (id: string) => string;
  readonly open: (id: string) => void;
  /** Closes the open record. */
  readonly leave: () => void;
}

/** A path with parameters: `/leads?status=all&mine=yes`; the path alone when there are none. */
export const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  withText(path, new URLSearchParams(query).toString());

const withText = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

/**
 * A list with the open record beside it. The filters and the record are in the address, so that Back and bookmarks find them again.
 * `place` must be the same object in each call.
 */
export function useList<Filters extends { readonly search: string }>(place: ListPlace<Filters>): List<Filters> {
  const { list, record, recordPath, readFilters, queryOf } = place;
  const [params] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params, readFilters]);
  const [isOpen, route] = useRoute(record);
  const [, go] = useLocation();
  const selected = isOpen ? route.id : undefined;
  const listPath = withQuery(list, queryOf(filters));
  // A list calls it for each row.
  const text = useMemo(() => new URLSearchParams(queryOf(filters)).toString(), [filters, queryOf]);
  const pathOf = useCallback((id: string) => withText(recordPath(id), text), [recordPath, text]);
  return {
    filters,
    selected,
    listPath,
    pathOf,
    change: (next) =>
      go(withQuery(selected === undefined ? list : recordPath(selected), queryOf(next)), {
        // Only the first letter of a search adds an entry to the history, so that one Back leaves the search.
        replace: next.search !== filters.search && filters.search !== '',
      }),
    open: (id) => go(pathOf(id)),
    leave: () => go(listPath),
  };
}
