import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lists } from '#brand/lists.ts';
import { checkAnswers, readParams } from './answers.ts';
import { cleanText } from './clean-text.ts';
import { tooLongText } from './free-text.ts';
import { inquiryFields } from './inquiry.ts';
import { intakeFields } from './intake.ts';
import { writeParams } from './write-params.ts';

const fields = intakeFields(lists);

const inquiry = {
  dealership_name: 'Harbor Point Motors',
  first_name: 'Ada',
  last_name: 'Quill',
  phone_number: '(207) 555-0148',
  email: 'ada@harborpoint.example',
  dealer_address: '14 Commercial Wharf\nPortland, ME 04101',
  dealer_type: 'Used Car Dealer',
  dms_provider: 'Not Sure',
  crm_provider: 'HubSpot',
  units_sold_per_month: '51-100 per month',
};

const intake = {
  business_name: 'Harbor Point Motors LLC',
  business_phone: '207 555 0148',
  business_email: 'office@harborpoint.example',
  personal_phone: '207.555.0149',
  business_address: '14 Commercial Wharf',
  mailing_same_as_business: 'on',
  dealer_type: 'Independent',
  inventory_type: 'RV',
  entity_type: 'LLC',
  current_dms: 'Frazer',
  representative: lists.representatives[0],
  average_sales: '$25,000+',
};

const errorsOf = (table: Parameters<typeof checkAnswers>[0], params: Record<string, unknown>) => {
  const checked = checkAnswers(table, params);
  return checked.ok ? [] : checked.errors.map(({ field }) => field);
};

describe('S5.1 the checks of the inquiry', () => {
  it('names every required field that is empty, in the order of the form', () => {
    expect(errorsOf(inquiryFields, {})).toEqual(Object.keys(inquiry));
  });

  it.each(Object.keys(inquiry))('refuses an inquiry without %s, or with nothing but spaces in it', (name) => {
    expect(errorsOf(inquiryFields, { ...inquiry, [name]: undefined })).toEqual([name]);
    expect(errorsOf(inquiryFields, { ...inquiry, [name]: ' \n ' })).toEqual([name]);
  });

  it.each([
    ['zero-width spaces', '\u200b\u200b'],
    ['a direction mark', '\u200f'],
    ['a word joiner and a space', ' \u2060 '],
    ['a Hangul filler', '\u3164'],
    ['a blank of braille', '\u2800'],
    ['a lone variation selector', '\ufe0f'],
  ])('R285 refuses a required answer of %s, in which nobody can see anything', (_, answer) => {
    for (const name of ['dealership_name', 'first_name', 'last_name', 'phone_number', 'dealer_address']) {
      expect(errorsOf(inquiryFields, { ...inquiry, [name]: answer })).toEqual([name]);
    }
  });

  it.each(['می\u200cخواهم', '👩\u200d🔧 ❤\ufe0f', 'עברית\u200f 7'])(
    'R285 keeps the marks inside %s, which its letters need',
    (first_name) =>
      expect(checkAnswers(inquiryFields, { ...inquiry, first_name })).toMatchObject({ answers: { first_name } }),
  );

  it.each(['\u202e', '\u202a', '\u2067', '\u2066'])(
    'R286 takes the character %j out of an answer, which turns the words that stand beside it around',
    (mark) => {
      const checked = checkAnswers(inquiryFields, { ...inquiry, first_name: `A${mark}da` });
      expect(checked).toMatchObject({ answers: { first_name: 'Ada' } });
    },
  );

  it('takes an inquiry without the optional website', () => {
    expect(checkAnswers(inquiryFields, inquiry)).toEqual({ ok: true, answers: { ...inquiry, dealership_website: '' } });
  });

  it.each(['ada', 'ada@', '@harbor.example', 'a@b, c@d', 'a@b\nbcc: c@d', 'Ada <a@b.example>', 'a b@c.example'])(
    'refuses %j as an e-mail address',
    (email) => expect(errorsOf(inquiryFields, { ...inquiry, email })).toEqual(['email']),
  );

  it.each([
    ['a zero-width space', 'ada@harborpoint.example\u200b'],
    ['direction marks', '\u202aada@harborpoint.example\u202c'],
    ['a soft hyphen', 'ada@harbor\u00adpoint.example'],
    ['a byte order mark', '\ufeffada@harborpoint.example'],
    ['letters of full width', 'ａｄａ＠ｈａｒｂｏｒｐｏｉｎｔ．ｅｘａｍｐｌｅ\u3000'],
  ])('R262 takes an e-mail address with %s, which nobody can see or type otherwise, as the address it is', (_, email) =>
    expect(checkAnswers(inquiryFields, { ...inquiry, email })).toEqual({
      ok: true,
      answers: { ...inquiry, email: 'ada@harborpoint.example', dealership_website: '' },
    }),
  );

  it('R744 takes an e-mail address whose domain has letters of another script', () => {
    for (const email of [
      'info@bücher.example',
      'info@автосалон.example',
      'info@車.例え',
      'info@xn--bcher-kva.example',
    ]) {
      expect(checkAnswers(inquiryFields, { ...inquiry, email })).toMatchObject({ ok: true, answers: { email } });
    }
    for (const email of [
      'jürgen@bücher.example',
      'info@bücher.example/x',
      'info@bü cher.example',
      'a@b@bücher.example',
    ]) {
      expect(errorsOf(inquiryFields, { ...inquiry, email })).toEqual(['email']);
    }
  });

  it.each([
    ['direction marks', '\u200e(207) 555-0148\u202c'],
    ['a zero-width space', '\u200b(207) 555\u2060-0148'],
    ['digits of full width', '（２０７） ５５５-０１４８'],
  ])('R378 takes a telephone number with %s as the number it is', (_, phone_number) =>
    expect(checkAnswers(inquiryFields, { ...inquiry, phone_number })).toMatchObject({
      ok: true,
      answers: { phone_number: '(207) 555-0148' },
    }),
  );

  it('takes only the options of the list', () => {
    expect(errorsOf(inquiryFields, { ...inquiry, dealer_type: 'used car dealer' })).toEqual(['dealer_type']);
  });

  it('takes any telephone number', () => {
    for (const phone_number of ['5', 'ask for Ada', '+44 20 7946 0000 ext 12']) {
      expect(errorsOf(inquiryFields, { ...inquiry, phone_number })).toEqual([]);
    }
  });

  it('takes a text of the longest length and refuses one more character', () => {
    expect(errorsOf(inquiryFields, { ...inquiry, first_name: 'x'.repeat(200) })).toEqual([]);
    expect(errorsOf(inquiryFields, { ...inquiry, first_name: 'x'.repeat(201) })).toEqual(['first_name']);
  });

  it('R63 says how long an answer is and how long it may be, and does not count spaces at its ends', () => {
    const [name = expect.unreachable()] = inquiryFields;
    const errorOn = (dealership_name: string) => {
      const checked = checkAnswers(inquiryFields, { ...inquiry, dealership_name });
      return checked.ok ? [] : checked.errors;
    };
    const text = 'Dealership name has 201 characters: shorten it to 200';
    expect(errorOn('x'.repeat(201))).toEqual([{ field: 'dealership_name', text }]);
    expect(tooLongText(name, 'x'.repeat(201))).toBe(text);
    expect(errorOn(` ${'x'.repeat(200)}\n`)).toEqual([]);
    expect(tooLongText(name, ` ${'x'.repeat(200)}\n`)).toBeUndefined();
  });

  it('R803 takes what was short enough as it was typed, also once the page has masked it', () => {
    const typed = ['123-45-6789', '4242 4242 4242 4242', 'acct 123456', 'DL#A12345', 'DL#12345'];
    for (const secret of typed) {
      for (const filled of ['x'.repeat(199 - secret.length), `${secret} `.repeat(200)]) {
        const dealership_name = `${secret} ${filled}`.slice(0, 200);
        const checked = checkAnswers(inquiryFields, { ...inquiry, dealership_name });
        const sent = checked.ok ? checked.answers : expect.unreachable(dealership_name);
        expect(String(sent['dealership_name'])).toContain(' removed]');
        expect(checkAnswers(inquiryFields, sent)).toEqual({ ok: true, answers: sent });
      }
    }
  });

  it('R803 takes no more than that, however much of it is marks', () => {
    const dealership_name = '[card number removed]'.repeat(41);
    expect(errorsOf(inquiryFields, { ...inquiry, dealership_name })).toEqual(['dealership_name']);
  });

  it('does not read members that are inherited', () => {
    expect(errorsOf(inquiryFields, Object.create(inquiry))).toHaveLength(Object.keys(inquiry).length);
  });

  it.each([[[]], [{}], [['a', 'b']]])('refuses %j where a text belongs', (first_name) => {
    expect(errorsOf(inquiryFields, { ...inquiry, first_name })).toEqual(['first_name']);
  });
});

describe('S5.2 the checks of the intake', () => {
  it('names every required field that is empty, in the order of the form', () => {
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    expect(errorsOf(fields, {})).toEqual(required);
  });

  it('S4.6 copies the business address when the box is ticked and no mailing address was posted', () => {
    const checked = checkAnswers(fields, intake);
    expect(checked.ok && checked.answers['mailing_address']).toBe('14 Commercial Wharf');
  });

  it('S4.6 asks for the business address alone while the mailing address is to be the same', () => {
    expect(errorsOf(fields, { ...intake, business_address: '', mailing_address: '' })).toEqual(['business_address']);
    const unticked = { ...intake, business_address: '', mailing_address: '', mailing_same_as_business: false };
    expect(errorsOf(fields, unticked)).toEqual(['business_address', 'mailing_address']);
  });

  it('S4.6 refuses a mailing address that contradicts the ticked box', () => {
    expect(errorsOf(fields, { ...intake, mailing_address: 'Elsewhere 1' })).toEqual(['mailing_address']);
    expect(errorsOf(fields, { ...intake, mailing_same_as_business: false, mailing_address: 'Elsewhere 1' })).toEqual(
      [],
    );
  });

  it.each([
    ['on', true],
    [true, true],
    ['true', true],
    [undefined, false],
    [false, false],
    ['false', false],
    ['', false],
  ])('reads a tick of %j as %j', (value, ticked) => {
    expect(readParams(fields, { sms_consent: value })['sms_consent']).toBe(ticked);
  });

  it('R971 takes a list or an object for no tick, also one that cannot be written as text', () => {
    let deep: unknown = 'true';
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    for (const value of [['true'], { toString: 'true' }, deep]) {
      expect(errorsOf(fields, { ...intake, sms_consent: value })).toEqual(['sms_consent']);
    }
  });

  it('refuses a tick that is neither yes nor no', () => {
    expect(errorsOf(fields, { ...intake, sms_consent: 'perhaps' })).toEqual(['sms_consent']);
  });

  it('S3.3 reads the lenders from one comma-separated string, or from repeated boxes', () => {
    const [one, two] = lists.lenders;
    for (const current_lenders of [`${one}, ${two}`, `${one},${two},`, [one, two], [one, one, two]]) {
      expect(readParams(fields, { current_lenders })['current_lenders']).toEqual([one, two]);
    }
    expect(errorsOf(fields, { ...intake, current_lenders: 'A bank of my own' })).toEqual(['current_lenders']);
  });

  it('S3.3 writes the lenders as one comma-separated string', () => {
    expect(writeParams({ current_lenders: ['A', 'B'], sms_consent: false, dba: '' })).toEqual({
      current_lenders: 'A, B',
      sms_consent: false,
      dba: '',
    });
  });

  it('reads back what it writes', () => {
    const checked = checkAnswers(fields, { ...intake, current_lenders: [...lists.lenders] });
    expect(checked.ok && checkAnswers(fields, writeParams(checked.answers))).toEqual(checked);
  });
});

describe('the cleaning of a text', () => {
  it('leaves only what every storage engine, mail and terminal can carry, and is done in one go', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(clean.isWellFormed()).toBe(true);
        expect([...clean].filter((character) => character < ' ' && !'\n\t'.includes(character))).toEqual([]);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });

  it('keeps ordinary text in any script', () => {
    for (const text of ['Zoë’s Autos', '山田自動車', 'a\nb\tc', '🚗 & <b>', '=1+1']) expect(cleanText(text)).toBe(text);
  });
});

it('no lender has a comma in the name, so that the one string can be taken apart again', () => {
  expect(lists.lenders.filter((lender) => lender.includes(','))).toEqual([]);
  expect(new Set(lists.lenders).size).toBe(16);
});
