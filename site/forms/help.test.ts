import { describe, expect, it } from 'vitest';
import { findingOn, isOneSlipApart } from './help.ts';

describe('R5 help that never blocks', () => {
  it.each([
    ['dana@gmial.com', 'dana@gmail.com'],
    ['dana@gmail.co', 'dana@gmail.com'],
    ['dana@gmaill.com', 'dana@gmail.com'],
    ['dana@harborpoint.con', 'dana@harborpoint.com'],
    ['Dana@Yaho.com', 'Dana@yahoo.com'],
  ])('offers a correction of the mail domain in %s', (typed, correction) => {
    expect(findingOn('email', typed)?.correction).toBe(correction);
  });

  it.each(['dana@gmail.com', 'dana@mail.com', 'dana@ymail.com', 'dana@harborpoint.example', 'dana', '@', ''])(
    'says nothing about the address %j',
    (typed) => {
      expect(findingOn('email', typed)).toBeUndefined();
    },
  );

  it.each(['dana@harborpoint', 'dana@localhost'])('R63 asks about the address %j, which has no dot', (typed) => {
    expect(findingOn('email', typed)?.text).toMatch(/without a dot/);
  });

  it.each(['555-0148', '(207) 555-014', '207 555 01489'])('asks about the telephone number %j', (typed) => {
    expect(findingOn('tel', typed)?.text).toMatch(/a US number has 10/);
  });

  it.each(['none', 'call me'])('R1276 says of %j that it is no telephone number, and counts no digits', (typed) => {
    expect(findingOn('tel', typed)?.text).toBe('This is no telephone number. Leave it if it is right.');
  });

  it.each(['14 Commercial Wharf', '14 Commercial Wharf\nSuite 2', '14 Commercial Wharf, Portland'])(
    'R1276 asks whether the address %j is the street only',
    (typed) => {
      expect(findingOn('street', typed)?.text).toBe('Street only? Add city, state and ZIP.');
    },
  );

  it.each([
    '14 Commercial Wharf, 04101',
    '14 Commercial Wharf, Portland ME',
    '14 Commercial Wharf, Portland maine',
    '12 King Street\nToronto, Ontario M5H 1A1',
    ' ',
  ])('R1276 asks nothing about the address %j', (typed) => {
    expect(findingOn('street', typed)).toBeUndefined();
  });

  it.each(['(207) 555-0148', '207.555.0148', '1 207 555 0148', '+12075550148', '+49 30 1234567', '207 555 0148 x12'])(
    'takes the telephone number %j as it is',
    (typed) => {
      expect(findingOn('tel', typed)).toBeUndefined();
    },
  );

  it.each(['ada@gmail.com\u200b', '\u202aada@gmail.com\u202c', 'ada＠gmail.com', ' ada@gmail.com\u00a0'])(
    'R378 says nothing about the address %j, which is right but for marks that are taken out',
    (pasted) => {
      expect(findingOn('email', pasted)).toBeUndefined();
    },
  );

  it('R378 corrects an address without the marks that were pasted with it', () => {
    expect(findingOn('email', 'ada@gmial.com\u200b')?.correction).toBe('ada@gmail.com');
  });

  it('R378 offers no correction of what is no address', () => {
    expect(findingOn('email', 'Ada Quill <ada@gmail.com>')).toBeUndefined();
  });

  it.each(['\u202a+49 30 1234567\u202c', '\u200e(207) 555-0148\u200e', '（２０７）５５５－０１４８'])(
    'R378 takes the telephone number %j as it is',
    (pasted) => {
      expect(findingOn('tel', pasted)).toBeUndefined();
    },
  );

  it('offers https:// for a bare web address and leaves a complete one alone', () => {
    expect(findingOn('url', 'harborpoint.example')?.correction).toBe('https://harborpoint.example');
    expect(findingOn('url', 'https://harborpoint.example')).toBeUndefined();
    expect(findingOn('url', 'no website yet')).toBeUndefined();
  });

  it('R43 says of a Social Security number in free text that it is taken out', () => {
    expect(findingOn('text', 'owner is 123-45-6789')?.text).toBe(
      'This looks like a Social Security number. We never need one here, so it is taken out when you send.',
    );
    expect(findingOn('street', '14 Commercial Wharf\nPortland, ME 04101-1234')).toBeUndefined();
  });

  it('notices a card number in free text by its check digit', () => {
    expect(findingOn('text', 'card 4242 4242 4242 4242')?.text).toMatch(/card number/);
    expect(findingOn('text', 'stock no 4242424242424241')).toBeUndefined();
    expect(findingOn('text', '0000 0000 0000 0000')).toBeUndefined();
  });

  it('knows one slip from two', () => {
    expect(isOneSlipApart('gmial.com', 'gmail.com')).toBe(true);
    expect(isOneSlipApart('gmail.com', 'gmail.com')).toBe(false);
    expect(isOneSlipApart('gmali.cm', 'gmail.com')).toBe(false);
  });
});
