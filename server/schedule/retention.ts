import { defineRetention, deletedWith, keys, nobody } from '#server/record-kind.ts';

/** Hours belong to a person, and are deleted with their staff account. */
export const scheduleRetention = defineRetention({
  tables: {
    schedules: {
      ...keys('person_id'),
      ...nobody('version', 'changed_at'),
      week: deletedWith('staff accounts').notSought('clock times, given with the person, who is found by name'),
    },
    schedule_exceptions: {
      ...keys('person_id'),
      ...nobody('date', 'version', 'changed_at'),
      periods: deletedWith('staff accounts').notSought('clock times, given with the person, who is found by name'),
      note: deletedWith('staff accounts').foundAs('staff'),
    },
    schedule_holidays: { ...nobody('date', 'name', 'periods', 'version', 'changed_at') },
    schedule_revisions: { ...keys('id'), ...nobody('revision') },
  },
});
