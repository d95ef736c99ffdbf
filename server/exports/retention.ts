import { defineRetention, deletedWith, keys, nobody } from '#server/record-kind.ts';

export const exportRetention = defineRetention({
  tables: {
    export_tickets: {
      ...keys('id', 'session_id'),
      ...nobody('kind', 'expires_at'),
      filter: deletedWith('export tickets').notSought('gone within two hours'),
    },
  },
  standing: [{ name: 'export tickets', class: 'technical', kept: 'until the download begins, two hours at most' }],
});
