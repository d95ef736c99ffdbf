import { expect, test } from 'vitest';
import { closestName, editsBetween } from './closest-name.ts';
import { variables } from './variables.ts';

const known = Object.keys(variables);

test.each([
  ['MAIL_FORM', 'MAIL_FROM'],
  ['SMTP_URI', 'SMTP_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['ALOWED_ORIGIN', 'ALLOWED_ORIGINS'],
  ['LIMIT_LEADS_PER_ADRES', 'LIMIT_LEADS_PER_ADDRESS'],
])('R1291 for %s the name %s is suggested', (name, meant) => {
  expect(closestName(name, known)).toBe(meant);
});

test.each([
  'NODE_ENV',
  'MAIL_CC',
  'HTTP_PROXY',
  'SMTP_PORT',
  'DATABASE_PASSWORD',
  'DATABASE_SSL',
  'LOG_FORMAT',
  'TWILIO_REGION',
  'METRICS_PATH',
])('R1291 for %s nothing is suggested', (name) => {
  expect(closestName(name, known)).toBeUndefined();
});

test('R1291 nothing is suggested when two names are equally close', () => {
  expect(closestName('MAIL_TP', ['MAIL_TO', 'MAIL_TA'])).toBeUndefined();
  expect(closestName('MAIL_TP', ['MAIL_TO', 'SMTP_URL'])).toBe('MAIL_TO');
});

test('R1291 a swap of neighbours, a symbol too many, too few or replaced is one edit', () => {
  expect([
    editsBetween('', 'AB'),
    editsBetween('AB', 'BA'),
    editsBetween('AB', 'AB'),
    editsBetween('ABC', 'AC'),
  ]).toEqual([2, 1, 0, 1]);
});
