/** How likely guessing is to succeed, computed from the constants that the sign-in uses. */
import { describe, expect, it } from 'vitest';
import { passwordLength } from '#contract/desk/session.ts';
import { alphabet } from '#contract/reference.ts';
import { mostWrongCodes } from './devices.ts';
import { recoveryCodeLength } from './recovery-code.ts';
import { mostPasswordsPerSecond } from './service.ts';
import { codeDigits, driftSteps } from './totp.ts';

const replicas = 3;
const secondsAYear = 31_557_600;

describe('R76 the odds of guessing', () => {
  it('a code of the app are below one in 30,000 before the device needs a link, for who has the password already', () => {
    // The codes of the step before and after count as well.
    const acceptedAtOnce = 1 + 2 * driftSteps;
    const odds = (mostWrongCodes * acceptedAtOnce) / 10 ** codeDigits;
    expect(odds).toBeCloseTo(3e-5, 10);
    // 10,000 guesses come no further: those after the tenth are not looked at.
    expect(mostWrongCodes).toBe(10);
  });

  it('a password of the least length, of small letters alone, are below 1e-11 in a year of three replicas at their limit', () => {
    const guesses = replicas * mostPasswordsPerSecond * secondsAYear;
    expect(guesses / 26 ** passwordLength.least).toBeLessThan(1.2e-12);
    // 10,000 guesses at one password.
    expect(10_000 / 26 ** passwordLength.least).toBeLessThan(1e-17);
  });

  it('a passphrase of four words out of 7,776 are below 1e-6 in such a year', () => {
    const guesses = replicas * mostPasswordsPerSecond * secondsAYear;
    expect(guesses / 7776 ** 4).toBeLessThan(1e-6);
  });

  it('a recovery code are below 1e-12 in a year of 1,000 guesses a second at ten codes', () => {
    const recoveryCodeBits = recoveryCodeLength * Math.log2(alphabet.length);
    expect(recoveryCodeBits).toBe(80);
    expect((1000 * secondsAYear * 10) / 2 ** recoveryCodeBits).toBeLessThan(1e-12);
  });
});
