import { deletedWith, type FeatureRetention } from '#server/record-kind.ts';

/** Hours are a person's, and end with their staff account. */
export const scheduleRetention: FeatureRetention<
  'schedules' | 'schedule_exceptions' | 'schedule_holidays' | 'schedule_revisions'
> = {
  tables: {
    schedules: {
      person_id: 'key',
      week: deletedWith('staff accounts').notSought('clock times, given with the person, who is found by name'),
      version: 'nobody',
      changed_at: 'nobody',
    },
    schedule_exceptions: {
      person_id: 'key',
      date: 'nobody',
      periods: deletedWith('staff accounts').notSought('clock times, given with the person, who is found by name'),
      note: deletedWith('staff accounts').foundAs('staff'),
      version: 'nobody',
      changed_at: 'nobody',
    },
    schedule_holidays: {
      date: 'nobody',
      name: 'nobody',
      periods: 'nobody',
      version: 'nobody',
      changed_at: 'nobody',
    },
    schedule_revisions: {
      id: 'key',
      revision: 'nobody',
    },
  },
};
