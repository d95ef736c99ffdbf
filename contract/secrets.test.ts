import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAnswers } from './answers.ts';
import { dealNoteMaxLength } from './desk/board.ts';
import { inquiryFields } from './inquiry.ts';
import { maskSecrets, passesLuhn } from './secrets.ts';

const kept = (text: string) => expect(maskSecrets(text)).toEqual({ text, found: [] });

describe('R43 what has no place in free text', () => {
  it.each([
    ['ssn', 'SSN 123-45-6789, he is waiting', 'SSN [Social Security number removed], he is waiting'],
    ['ssn', '123 45 6789', '[Social Security number removed]'],
    ['ssn', '987.65.4321', '[Social Security number removed]'],
    ['ssn', 'ssn: 123456789', 'ssn: [Social Security number removed]'],
    ['ssn', 'Social Security number is 123 456 789', 'Social Security number is [Social Security number removed]'],
    ['ssn', 'soc sec # 123456789.', 'soc sec # [Social Security number removed].'],
    ['ssn', '123456789 is the social', '[Social Security number removed] is the social'],
    ['card', 'card 4242 4242 4242 4242 exp 12/27', 'card [card number removed] exp 12/27'],
    ['card', 'amex 3782-822463-10005', 'amex [card number removed]'],
    ['card', '5555555555554444', '[card number removed]'],
    ['account', 'checking account number: 000123456789', 'checking account number: [account number removed]'],
    ['account', 'acct# 12345678', 'acct# [account number removed]'],
    ['account', 'routing no. 021000021', 'routing no. [account number removed]'],
    ['license', "driver's license S123-456-78-901", "driver's license [license number removed]"],
    ['license', 'DL# 12345678', 'DL# [license number removed]'],
    ['license', 'DL# 12345', 'DL# [license number removed]'],
    ['license', 'License number: D1234567, Maine', 'License number: [license number removed], Maine'],
  ])('%s: %s', (secret, typed, masked) => {
    expect(maskSecrets(typed)).toEqual({ text: masked, found: [secret] });
  });

  it.each([
    ['no-break spaces', 'card 4242\u00a04242\u00a04242\u00a04242 – her’s', 'card [card number removed] – her’s'],
    ['narrow no-break spaces', '123\u202f45\u202f6789', '[Social Security number removed]'],
    ['no-break hyphens', '123\u201145\u20116789', '[Social Security number removed]'],
    ['dashes', 'A – B: 123–45–6789', 'A – B: [Social Security number removed]'],
    ['minus signs', 'acct# 1234−5678 – savings', 'acct# [account number removed] – savings'],
    ['digits of full width', 'ＳＳＮ： １２３－４５－６７８９', 'ＳＳＮ： [Social Security number removed]'],
    ['Arabic digits', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', '[card number removed]'],
  ])('R748 is masked when it is written with %s, and nothing else of the text changes', (_, typed, masked) => {
    expect(maskSecrets(typed).text).toBe(masked);
  });

  it.each(['207–555–0148', '٢٠٧ ٥٥٥ ٠١٤٨', 'open 9–6, 2024–2026', '１２３４５６７８９'])(
    'R748 keeps %s, which may be something else',
    kept,
  );

  it('is masked wherever it stands, each kind named once', () => {
    const { text, found } = maskSecrets('A 123-45-6789\nB 123-45-6780\nC 4242424242424242');
    expect(text).toBe(
      'A [Social Security number removed]\nB [Social Security number removed]\nC [card number removed]',
    );
    expect(found).toEqual(['ssn', 'card']);
  });

  const social = '[Social Security number removed]';
  const card = '[card number removed]';
  it.each([
    ['123-45-6789 01/02/1980', `${social} 01/02/1980`],
    ['123 45 6789 01/02/1980', `${social} 01/02/1980`],
    ['123-45-6789 987-65-4321', `${social} ${social}`],
    ['SSN 123-45-6789 5 years at job', `SSN ${social} 5 years at job`],
    ['ssn 123456789 5 years at job', `ssn ${social} 5 years at job`],
    ['01/02/1980 123-45-6789', `01/02/1980 ${social}`],
    ['01/02/1980 123 45 6789', `01/02/1980 ${social}`],
    ['5 123456789 is the social', `5 ${social} is the social`],
    ['123 45 6789 4111111111111111', `${social} ${card}`],
    ['4111111111111111 12/27', `${card} 12/27`],
    ['12/27 4111111111111111', `12/27 ${card}`],
    ['4111 1111 1111 1111 04/28', `${card} 04/28`],
    ['4111 1111 1111 1111 4/2028', `${card} 4/2028`],
    ['4111-1111-1111-1111 123', `${card} 123`],
    ['4111 1111 1111 1111 123', `${card} 123`],
    ['3782-822463-10005 1234', `${card} 1234`],
    ['acct 12345678901234567 5', 'acct [account number removed] 5'],
  ])('is masked beside another number: %s', (typed, masked) => {
    expect(maskSecrets(typed).text).toBe(masked);
  });

  it('is masked beside anything that a space parts it from', () => {
    const secret = fc.constantFrom(
      '123-45-6789',
      '987.65.4321',
      'ssn 123456789',
      '4242424242424242',
      '4242-4242-4242-4242',
      '3782-822463-10005',
    );
    const beside = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789/.,$#'), minLength: 1 }),
      fc.constantFrom('12/27', '01/02/1980', '5 years', '$1', '207 555 0148', '123 45 6789', 'is', '207-555-0148'),
    );
    fc.assert(
      fc.property(beside, secret, beside, (before, value, after) => {
        const number = value.replace('ssn ', '');
        expect(maskSecrets(`${before} ${value} ${after}`).text).not.toContain(number);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    'Call me at 207-555-0148 or (207) 555-0149',
    '207 555 0148 207 555 0149',
    '+1 207 555 0148',
    'AnyDesk 123 456 789',
    '123456789',
    '1234567890',
    'VIN 1HGCM82633A004352, stock 20231234',
    'ZIP 04101-1234',
    'account manager is Dana, 207-555-0148',
    'Our account: call 207-555-0148',
    'approved for 48,500.00 over 72 months at 6.49',
    'dealer license 12345678',
    'license plate 1234ABC',
    'social media, 2 of 3 signed',
    '4242 4242 4242 4243',
    '0000000000000000',
    'order 12345678901234567890123',
    '2026-11-21 21:06:00',
  ])('keeps what may be something else: %s', kept);

  it('leaves nothing to mask, and nothing else changed', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            'ssn ',
            '123-45-6789',
            '123 45 6789',
            '5 ',
            ' 4242424242424242',
            '4242 ',
            'acct: ',
            '12345678',
            ' and ',
            '\n',
            'DL ',
          ),
          { maxLength: 8 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const once = maskSecrets(typed);
        expect(maskSecrets(once.text)).toEqual({ text: once.text, found: [] });
        if (once.found.length === 0) expect(once.text).toBe(typed);
      }),
    );
  });

  it('R1114 takes no longer for a text of the greatest length that is made to be slow', () => {
    // Processor time, because the machine may be busy with other work.
    const started = process.cpuUsage();
    for (const part of ['1 ', '12-', 'account ', 'social ', "driver's license ", '4242 '])
      maskSecrets(part.repeat(dealNoteMaxLength / part.length));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
  });

  it('is masked in what is typed into a form, and no number that a field asks for is', () => {
    const answers = {
      dealership_name: 'Harbor Point Motors SSN 123-45-6789',
      first_name: 'Dana',
      last_name: 'Whitlock',
      phone_number: '207 555 0148',
      email: 'dana@harborpoint.example',
      dealer_address: '14 Commercial Wharf\n4242 4242 4242 4242',
      dealer_type: 'Independent Dealer',
      dms_provider: 'Dealertrack',
      crm_provider: 'Not Sure',
      units_sold_per_month: '26-50 per month',
    };
    const checked = checkAnswers(inquiryFields, answers);
    expect(checked).toMatchObject({
      ok: true,
      answers: {
        dealership_name: 'Harbor Point Motors SSN [Social Security number removed]',
        dealer_address: '14 Commercial Wharf\n[card number removed]',
        phone_number: '207 555 0148',
      },
    });
  });
});

describe('the check digit of a card', () => {
  it('is that of published test numbers', () => {
    for (const number of ['4242424242424242', '378282246310005', '6011111111111117'])
      expect(passesLuhn(number)).toBe(true);
    expect(passesLuhn('4242424242424241')).toBe(false);
  });
});
