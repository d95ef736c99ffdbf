import { expect, test } from 'vitest';
import { noHours } from '#contract/desk/schedule.ts';
import { nightsSaid, readPeriods, readWeek, weekText } from './hours-text.ts';

const day = [{ from: '09:00', to: '17:00' }];
const night = [{ from: '22:00', to: '06:00' }];

test('R127 a week is read from a simple text, and written as one', () => {
  expect(readWeek('mon-fri 9-17')).toEqual({ ...noHours, mon: day, tue: day, wed: day, thu: day, fri: day });
  expect(readWeek('Monday 9:00-17:00; sat 22:00-6')).toEqual({ ...noHours, mon: day, sat: night });
  expect(readWeek('fri-mon 22:00-6:00')).toEqual({ ...noHours, fri: night, sat: night, sun: night, mon: night });
  expect(readWeek('mon+wed 9-17, mon 22-6')).toEqual({ ...noHours, mon: [...day, ...night], wed: day });
  expect(readWeek('off')).toEqual(noHours);
  expect(weekText(readWeek('daily 24h'))).toBe('mon-sun 00:00-00:00');
  for (const text of ['mon-fri 09:00-12:00 13:00-17:00, sun 22:00-06:00', 'off', 'wed 00:00-00:00']) {
    expect(weekText(readWeek(text))).toBe(text);
  }
  expect(readPeriods('16-24')).toEqual([{ from: '16:00', to: '00:00' }]);
});

test('R127 what cannot be read is said with an example', () => {
  expect(() => readWeek('mon')).toThrow('Say when on mon: for example mon 9:00-17:00.');
  expect(() => readWeek('someday 9-17')).toThrow('"someday" is not a weekday');
  expect(() => readWeek('mon 9to5')).toThrow('"9to5" are not hours');
  expect(() => readWeek('mon 9-25')).toThrow('"25" is not a time');
  expect(() => readWeek('mon 9-17:75')).toThrow('"17:75" is not a time');
  expect(() => readPeriods('off 9-17')).toThrow('"off" are not hours');
});

test('R1221 hours that may end in the afternoon and not the next morning are said, with how that is written', () => {
  const said = (hours: string) => nightsSaid(readWeek(hours));
  expect(said('monday 9-5, tue 9-5, wed 9-17 22-6 17-24, thu 24h 12-8:30')).toEqual([
    'mon-tue 09:00-05:00 ends at 05:00 the next morning. For the afternoon write 09:00-17:00.',
    'thu 12:00-08:30 ends at 08:30 the next morning. For the afternoon write 12:00-20:30.',
  ]);
  expect(said('daily 9-17, fri-mon 20-4, sun 9-24')).toEqual([]);
});
