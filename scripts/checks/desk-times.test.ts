import { expect, test } from 'vitest';
import { deviceTimes } from './desk-times.ts';
import { parse } from './syntax.ts';

const found = (path: string, source: string) => deviceTimes(path, parse(path, source));

test.each([
  "new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });",
  'new Intl.RelativeTimeFormat();',
  'const text = new Date(at).toLocaleString();',
  'const text = date.toLocaleTimeString("en-US");',
  'const same = date?.toDateString() === other;',
  'date.setDate(date.getDate() + 1);',
  'const hour = date.getHours();',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source that is checked
  'const from = new Date(`${day}T00:00`).toISOString();',
  "const from = new Date('2026-11-21T00:00');",
  'const from = new Date(2026, 10, 21);',
])('R293 the zone of the device is found in a file of the desk: %s', (source) => {
  expect(found('desk/people/PeopleScreen.tsx', source)).not.toEqual([]);
});

test.each([
  ['desk/lib/times.ts', "new Intl.DateTimeFormat('en-US', { timeZone });"],
  ['desk/people/words.test.ts', 'date.getHours();'],
  ['site/forms/times-shown.ts', 'date.toLocaleTimeString();'],
  ['desk/people/words.ts', "new Intl.NumberFormat('en-US').format(3);"],
  ['desk/people/words.ts', "Intl.supportedValuesOf('timeZone');"],
  ['desk/people/words.ts', 'new Date(at).toISOString();'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source that is checked
  ['desk/people/words.ts', 'new Date(`${day}T00:00:00Z`).getUTCDay();'],
  ['desk/people/words.ts', 'Date.now().toString();'],
])('what names its zone or shows no time may stand there: %s %s', (path, source) => {
  expect(found(path, source)).toEqual([]);
});
