/** The text by which a thing is found. A thing is identified by its kind and id, whichever table it is in. */
interface SearchTextTable {
  kind: SearchKind;
  id: string;
  /** Folded as `contract/desk/search-text.ts` says. */
  text: string;
}

/** A kind of searchable thing. */
export type SearchKind = 'lead' | 'request' | 'call' | 'dealership' | 'person' | 'message';

declare module '#server/database/tables.ts' {
  interface Tables {
    search_texts: SearchTextTable;
  }
}
