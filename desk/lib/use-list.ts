import { useCallback, useMemo } from 'react';
import { useLocation, useRoute, useSearchParams } from 'wouter';
import { addressOf, type DeskPath } from '../app/paths.ts';
import { useGoHere } from './use-go-here.ts';

/** The path of a list, and how its filters stand in the address. */
interface FilterPlace<Filters> {
  /** The path of the list: `/leads`. */
  readonly list: DeskPath;
  /** The filters of an address. An unknown value counts as not set. */
  readonly readFilters: (params: URLSearchParams) => Filters;
  /** The parameters of the filters: only those that are set. */
  readonly queryOf: (filters: Filters) => Readonly<Record<string, string>>;
}

/** A list whose records are opened beside it. */
interface ListPlace<Filters> extends FilterPlace<Filters> {
  /** The pattern of a record's path: `/leads/:id`. */
  readonly record: `${string}/:id` & DeskPath;
}

/** A list with its filters and the record that is open beside it. */
export type List<Filters extends { readonly search: string }> = ReturnType<typeof useList<Filters>>;

/** The search of an address. */
export const searchIn = (params: URLSearchParams): string => params.get('search')?.trim() ?? '';

/** The filters that are set, as an address, a query and an export take them: without those that are empty. */
export const setOnly = <const Filters extends object>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as {
    [Name in keyof Filters]?: Exclude<Filters[Name], '' | false | undefined>;
  };

/** For a list that is searched and has no other filter. */
export const searchAlone = {
  readFilters: (params: URLSearchParams) => ({ search: searchIn(params) }),
  queryOf: (filters: { readonly search: string }) => setOnly(filters),
};

/** A path with parameters: `/leads?status=all&mine=yes`; the path alone when there are none. */
export function withQuery(path: string, set: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(set).toString();
  return query === '' ? path : `${path}?${query}`;
}

/**
 * The filters of a screen. They are in the address, so that Back, a reload and bookmarks find them again. `place` must be the same object
 * in each call.
 *
 * @param path the path that other filters are shown at, when it is not that of the list
 */
export function useFilters<Filters>({ list, readFilters, queryOf }: FilterPlace<Filters>, path: string = list) {
  const [params] = useSearchParams();
  const [, go] = useLocation();
  const filters = useMemo(() => readFilters(params), [params, readFilters]);
  const set = useMemo(() => queryOf(filters), [filters, queryOf]);
  const change = (filters: Filters): void => {
    const next = queryOf(filters);
    const changed = Object.keys({ ...set, ...next }).filter((name) => set[name] !== next[name]);
    // A filter that is set already adds no entry to the history, so one Back leaves a search, and a list walked by the arrow keys.
    if (changed.length > 0) go(withQuery(path, next), { replace: changed.every((name) => name in set) });
  };
  const isSet = Object.keys(set).length > 0;
  return { filters, set, change, clear: isSet ? () => change(readFilters(new URLSearchParams())) : undefined };
}

/** A list with the open record beside it. The record is in the address as well. */
export function useList<Filters extends { readonly search: string }>(place: ListPlace<Filters>) {
  const { list, record } = place;
  const [isOpen, route] = useRoute(record);
  const go = useGoHere();
  const selected = isOpen ? route.id : undefined;
  const { filters, set, change, clear } = useFilters(
    place,
    selected === undefined ? list : addressOf(record, selected),
  );
  const query = useMemo(() => withQuery('', set), [set]);
  const listPath = list + query;
  const pathOf = useCallback((id: string) => addressOf(record, id) + query, [record, query]);
  return {
    filters,
    /** Shows other filters. The open record stays open. */
    change,
    /** What the search field of the list shows, and what it does. */
    search: { value: filters.search, onChange: (search: string) => change({ ...filters, search }) },
    /** Takes all filters away; undefined while none is set. */
    clear,
    /** The id of the open record. */
    selected,
    /** The path of the list with its filters. */
    listPath,
    /** The path of a record beside the list with its filters. The same function until the filters change. */
    pathOf,
    open: (id: string) => go(pathOf(id)),
    /** Closes the open record. */
    leave: () => go(listPath),
  };
}
