/** The columns of the database's own table, for the map of records. */
export const databaseTables = { write_probes: { id: 'key', written_at: 'nobody' } } as const;
