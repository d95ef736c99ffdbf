import { deletedWith, type FeatureRetention } from '#server/record-kind.ts';

export const exportRetention: FeatureRetention<'export_tickets'> = {
  tables: {
    export_tickets: {
      id: 'key',
      session_id: 'key',
      kind: 'nobody',
      filter: deletedWith('export tickets').notSought('gone within a minute'),
      expires_at: 'nobody',
    },
  },
  standing: [{ name: 'export tickets', class: 'technical', kept: 'until the download begins, a minute at most' }],
};
