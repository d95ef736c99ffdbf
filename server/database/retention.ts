/** What the database's own table holds, for the map of records. */
export const databaseTables = { write_probes: { id: 'key', written_at: 'nobody' } } as const;
