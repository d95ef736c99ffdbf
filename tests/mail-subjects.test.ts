import { expect, it } from 'vitest';
import { inSubject } from '#server/outbox/mail/wording.ts';
import { mailSamples } from './support/mail-samples.ts';

const hostile = `<b>"Quay"</b>\r\nBcc: pest@pests.example; https://pests.example ${'A'.repeat(200)}`;

it('R963 a subject has of a typed name only the characters that names have, on one line, and not all of a long one', () => {
  const subjects = Object.entries(mailSamples({ dealershipName: hostile, personName: hostile })).map(
    ([sample, { subject }]) => `${sample}: ${subject}`,
  );
  expect(subjects.filter((subject) => /[<>";\r\n]|:\/\/|A{61}/.test(subject))).toEqual([]);
});

it.each([
  ['A+ Auto Sales', 'A+ Auto Sales'],
  ['#1 Cars & Trucks', '#1 Cars & Trucks'],
  ['$0 Down Auto', '$0 Down Auto'],
  ['Cars4Less!', 'Cars4Less!'],
  ['The “Lot”: 100% *Used*', 'The “Lot”: 100% *Used*'],
  ['Dealer@Home – West', 'Dealer@Home – West'],
  ['Ruiz & Sons \u{1f3ce}\ufe0f', 'Ruiz & Sons'],
  ['\u{1f468}\u200d\u{1f469}\ufe0f Autos', 'Autos'],
  ['Jose\u0301 Motors', 'Jose\u0301 Motors'],
  ['A\u202eB\u0007C\u2028D', 'A B C D'],
  ['https://pests.example', 'https //pests.example'],
  ['mailto:pest@pests.example', 'mailto pest@pests.example'],
])('R963 a subject has %j as %j', (name, shown) => {
  expect(inSubject(name)).toBe(shown);
});

it('R967 an alert about several messages speaks of several, and says in whole sentences what to do', () => {
  const { 'alert-mail-unattended': mails, 'alert-shift-empty': shift } = mailSamples();
  expect(mails?.text).toContain('Nobody has looked after them yet.');
  expect(shift?.text).toContain('A shift begins at the desk, or with npm run shift.');
});
