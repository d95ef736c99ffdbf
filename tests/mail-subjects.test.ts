import { expect, it } from 'vitest';
import { mailSamples } from './support/mail-samples.ts';

const hostile = `<b>"Quay"</b>\r\nBcc: pest@pests.example; https://pests.example ${'A'.repeat(200)}`;

it('R963 a subject has of a typed name only the characters that names have, on one line, and not all of a long one', () => {
  const subjects = Object.entries(mailSamples({ dealershipName: hostile, personName: hostile })).map(
    ([sample, { subject }]) => `${sample}: ${subject}`,
  );
  expect(subjects.filter((subject) => /[<>"@;\r\n]|:\/\/|A{61}/.test(subject))).toEqual([]);
});

it('R967 an alert about several messages speaks of several, and says in whole sentences what to do', () => {
  const { 'alert-mail-unattended': mails, 'alert-shift-empty': shift } = mailSamples();
  expect(mails?.text).toContain('Nobody has looked after them yet.');
  expect(shift?.text).toContain('A shift begins at the desk, or with npm run shift.');
});
