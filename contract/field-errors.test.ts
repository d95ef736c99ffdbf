import { describe, expect, it } from 'vitest';
import { readFieldErrors, writeFieldErrors } from './field-errors.ts';

describe('S7.4 the body of a refusal', () => {
  it('is one line per field, and is read back', () => {
    const errors = [
      { field: 'email', text: 'Enter an e-mail address' },
      { field: 'submission_id', text: 'Taken: with a colon' },
    ];
    expect(writeFieldErrors(errors)).toBe('email: Enter an e-mail address\nsubmission_id: Taken: with a colon');
    expect(readFieldErrors(writeFieldErrors(errors))).toEqual(errors);
  });

  it('is nothing where a provider answers in words of its own', () => {
    expect(readFieldErrors('The recipients address is empty')).toEqual([]);
    expect(readFieldErrors('<html>Error: 422</html>')).toEqual([]);
  });
});
