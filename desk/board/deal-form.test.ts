import { expect, test } from 'vitest';
import { minutesError, readCall, readDone, readHandOff, readMinutes } from './deal-form.ts';

const formOf = (values: readonly (readonly [string, string])[]): FormData => {
  const form = new FormData();
  for (const [name, value] of values) form.append(name, value);
  return form;
};

test('Minutes are whole and at most a day', () => {
  expect([readMinutes(''), readMinutes('0'), readMinutes('31'), readMinutes('1440')]).toEqual([null, 0, 31, 1440]);
  expect([readMinutes('1441'), readMinutes('-1'), readMinutes('1.5'), readMinutes('ten')]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  );
});

test('A request closes with its disposition, and what is left empty is none', () => {
  expect(readDone(formOf([['disposition', 'help_only']]))).toEqual({
    disposition: 'help_only',
    deal: {
      dmsDealNumber: null,
      stockNumber: null,
      lender: null,
      products: [],
      vehicle: null,
      minutes: null,
      note: '',
      notBilledReason: null,
    },
  });
});

test('A closed deal carries its products, and a reason when it is not billed', () => {
  const read = readDone(
    formOf([
      ['disposition', 'contracted_retail'],
      ['products', 'vsc'],
      ['products', 'gap'],
      ['products', 'nonsense'],
      ['vehicle', 'used'],
      ['minutes', '31'],
      ['lender', ' ALLY '],
      ['notBilled', 'yes'],
      ['notBilledReason', ''],
    ]),
  );
  expect(read).toMatchObject({
    deal: {
      products: ['vsc', 'gap'],
      vehicle: 'used',
      minutes: 31,
      lender: 'ALLY',
      notBilledReason: 'no reason given',
    },
  });
});

test('A form without a disposition or with odd minutes says what to do in each field', () => {
  expect(readDone(formOf([['minutes', 'ten']]))).toEqual({
    field: 'disposition',
    text: 'Choose how it ended.',
    also: [{ field: 'minutes', text: minutesError }],
  });
});

test('A hand-off to nobody in particular is to everybody', () => {
  expect(
    readHandOff(
      formOf([
        ['to', ''],
        ['stage', 'signing'],
        ['promised', ' floor mats '],
      ]),
    ),
  ).toEqual({
    to: null,
    stage: 'signing',
    lender: '',
    products: [],
    openStipulations: '',
    promised: 'floor mats',
  });
});

test('A logged call needs its dealership and how it ended', () => {
  expect(readCall(formOf([]))).toEqual({
    field: 'dealershipId',
    text: 'Choose the dealership.',
    also: [{ field: 'disposition', text: 'Choose how it ended.' }],
  });
  expect(
    readCall(
      formOf([
        ['dealershipId', 'd-1'],
        ['disposition', 'help_only'],
        ['minutes', '4'],
      ]),
    ),
  ).toEqual({ dealershipId: 'd-1', requestType: 'active_deal', disposition: 'help_only', note: '', minutes: 4 });
});
