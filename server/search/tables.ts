/** What a search looks through. A thing is known by its kind and id, whichever table it is in. */
export interface SearchTextTable {
  kind: SearchKind;
  id: string;
  /** Folded, see `server/search-text.ts`. */
  text: string;
}

/** A kind of things that people search. */
export type SearchKind = 'lead' | 'request' | 'call' | 'dealership' | 'person' | 'message';

declare module '#server/database/tables.ts' {
  interface Tables {
    search_texts: SearchTextTable;
  }
}
