import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/clean-text.ts';
import type { Answers } from '#contract/fields.ts';
import {
  inquiryAnswers,
  inquiryLetter,
  intakeAnswers,
  intakeLetter,
  letterSamples,
} from '../../../tests/support/letter-samples.ts';
import { leadConfirmation } from './confirmation.ts';
import type { LeadLetter } from './letter.ts';
import { leadAmended, leadOperator } from './operator.ts';

/** Everything that a form lets through for a text field: what `cleanText` leaves of any text. */
const typed = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: fc.constantFrom(...'<>&"\'`=/ abc\n\t:-'), maxLength: 120 }),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onmouseover='alert(1)",
      '</td></tr></table><a href="https://evil.example">',
      'x\nFlags: none\nConsent to texts: Yes',
      'javascript:alert(1)',
      '\u202egnp.exe',
      '=HYPERLINK("https://evil.example")',
      '<!--',
      '<style>*{display:none}</style>',
    ),
  )
  .map(cleanText);

/** A letter of which every text answer was typed by an attacker. */
function attacked(letter: LeadLetter): fc.Arbitrary<LeadLetter> {
  const names = letter.form.fields.filter(({ kind }) => !['many', 'tick'].includes(kind)).map(({ name }) => name);
  const answers = fc.record(Object.fromEntries(names.map((name) => [name, typed])));
  return fc.record({ answers, submittedDate: typed }).map((given) => ({
    ...letter,
    submittedDate: given.submittedDate,
    answers: { ...letter.answers, ...given.answers } as Answers,
  }));
}

const letters = fc.oneof(attacked(inquiryLetter), attacked(intakeLetter));
const elementsOf = (markup: string) =>
  new Set(
    load(markup)('*')
      .toArray()
      .map((element) => ('tagName' in element ? element.tagName : '')),
  );

const ownElements = new Set(Object.values(letterSamples()).flatMap(({ html }) => [...elementsOf(html)]));

describe('mail to the operator', () => {
  it('shows every answer as it was typed and makes no markup of it', () => {
    fc.assert(
      fc.property(letters, (letter) => {
        const $ = load(leadOperator(letter).html);
        for (const name of elementsOf(leadOperator(letter).html)) expect(ownElements).toContain(name);
        $('*').each((_, element) => {
          for (const attribute of Object.keys($(element).attr() ?? {})) expect(attribute).not.toMatch(/^on|^src/);
        });
        $('a').each((_, link) =>
          expect($(link).attr('href')).toMatch(/^(tel:\+?[\d;=ext]+|mailto:[^<>"'\s]+@[^<>"'\s?&]+)$/),
        );
        $('br').replaceWith('\n');
        const shown = $('bdi')
          .toArray()
          .map((element) => $(element).text());
        for (const { name, kind } of letter.form.fields) {
          const answer = letter.answers[name];
          if (kind !== 'tick' && kind !== 'many' && answer) expect(shown).toContain(answer);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('lets nothing that was typed stand at the start of a line of the text part', () => {
    const own = new Set(leadOperator(inquiryLetter).text.concat(leadOperator(intakeLetter).text).split('\n'));
    fc.assert(
      fc.property(letters, (letter) => {
        const labels = letter.form.fields.map(({ label }) => label);
        for (const line of leadOperator(letter).text.split('\n')) {
          const isOurs =
            own.has(line) || line.startsWith(' '.repeat(28)) || labels.some((label) => line.startsWith(label));
          expect(isOurs || line.startsWith("Dealer's own clock:"), JSON.stringify(line)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('R38 has a subject that names the dealership, and holds nothing else that was typed', () => {
    expect(leadOperator(intakeLetter).subject).toBe('Dealer intake: Harbor Point Motors LLC, BX-7K2M-90QF');
    fc.assert(
      fc.property(attacked(intakeLetter), (letter) => {
        for (const { subject } of [leadOperator(letter), leadAmended({ ...letter, before: intakeAnswers })]) {
          expect(subject).toMatch(
            /^Dealer intake: (?:[\p{L}\p{M}\p{N}&'’‘“”.,()/… +#$%!?@:*–—-]{1,60}, )?BX-7K2M-90QF(?:: answers changed)?$/u,
          );
        }
      }),
    );
  });

  it('R38 says by when the dealer was promised to be called, after an intake too', () => {
    for (const letter of [inquiryLetter, intakeLetter]) {
      expect(leadOperator(letter).text.replace(/\s+/g, ' ')).toContain(
        'contact within 24 hours, so by Sun, Nov 22, 2026, 9:04 PM EST',
      );
    }
  });

  it('R38 is written in the zone that it is given, with its name', () => {
    expect(leadOperator({ ...inquiryLetter, timeZone: 'America/Denver' }).text).toContain(
      'Sat, Nov 21, 2026, 7:04 PM MST',
    );
  });

  it('links a telephone number only when it is one', () => {
    const linksFor = (phone_number: string) => {
      const letter = { ...inquiryLetter, answers: { ...inquiryAnswers, phone_number } };
      const $ = load(leadOperator(letter).html);
      return $('a[href^="tel:"]')
        .toArray()
        .map((link) => $(link).attr('href'));
    };
    expect(new Set(linksFor('(207) 555-0148 ext. 12'))).toEqual(new Set(['tel:+12075550148;ext=12']));
    expect(new Set(linksFor('+44 20 7946 0958'))).toEqual(new Set(['tel:+442079460958']));
    expect(linksFor('ask for Dana')).toEqual([]);
    expect(linksFor('call 2075550148 after six')).toEqual([]);
  });

  it('says flags in words', () => {
    const { text, html } = leadOperator({ ...inquiryLetter, flags: ['honeypot', 'too-fast'] });
    for (const part of [text, load(html).text()]) {
      expect(part).toContain('A field that no person can see was filled in');
      expect(part).toContain('sent faster than a person');
    }
  });

  it('says when and to which wording the dealer agreed to be texted, or that nobody may text', () => {
    const [agreed, not] = [intakeLetter, { ...intakeLetter, smsConsent: undefined }].map(leadOperator);
    expect(agreed?.text).toMatch(/Consent to texts: +Yes, on Sat, Nov 21, 2026, 9:04 PM EST, to wording 2026-11-01/);
    expect(not?.text).toMatch(/Consent to texts: +No\. Do not text this dealer\./);
  });

  it('S9.2 names the hour by which the inquiry promised contact', () => {
    expect(leadOperator(inquiryLetter).text).toContain('by Sun, Nov 22, 2026, 9:04 PM EST');
  });

  it('carries every group and label of the form', () => {
    for (const letter of [inquiryLetter, intakeLetter]) {
      const { text, html } = leadOperator(letter);
      const shown = load(html)('body').text();
      for (const { label, group, name } of letter.form.fields) {
        if (name === 'sms_consent') continue;
        expect(text).toContain(label);
        expect(shown).toContain(label);
        expect(shown).toContain(group);
      }
    }
  });
});

describe('mail about changed answers', () => {
  it('lists what changed with what it was, and nothing else under that heading', () => {
    const before = { ...inquiryAnswers, phone_number: '(207) 555-0149', dealership_website: '' };
    const { text, html } = leadAmended({ ...inquiryLetter, before });
    const changes = text.split('What changed')[1]?.split('Dealership\n')[0] ?? '';
    expect(changes).toMatch(/Phone number: +\(207\) 555-0148\n +\(was: \(207\) 555-0149\)/);
    expect(changes).toMatch(/Dealership website: +harborpoint\.example\n +\(was: Not answered\)/);
    expect(changes).not.toContain('First name');
    expect(load(html)('body').text()).toContain('was: (207) 555-0149');
  });

  it('says so when no answer differs', () => {
    const { text } = leadAmended({ ...inquiryLetter, before: inquiryAnswers });
    expect(text).toContain('No answer differs');
  });
});

describe('confirmation to the dealer', () => {
  it('repeats nothing that was typed', () => {
    for (const [letter, plain] of [
      [inquiryLetter, leadConfirmation(inquiryLetter)],
      [intakeLetter, leadConfirmation(intakeLetter)],
    ] as const) {
      fc.assert(
        fc.property(attacked(letter), (given) => {
          expect(leadConfirmation(given)).toEqual(plain);
        }),
      );
    }
  });

  it('S9.4 gives the reference, what happens next and the numbers to call', () => {
    const inquiry = leadConfirmation(inquiryLetter);
    const intake = leadConfirmation(intakeLetter);
    for (const { text, html, subject } of [inquiry, intake]) {
      expect(subject).toContain('BX-7K2M-90QF');
      for (const part of [text, load(html)('body').text()]) {
        for (const words of ['BX-7K2M-90QF', '(207) 555-0121', '(207) 555-0122', '(207) 555-0111']) {
          expect(part).toContain(words);
        }
      }
    }
    for (const { text } of [inquiry, intake]) {
      expect(text).toContain("We'll contact you within 24 hours");
      expect(text).toContain('If it cannot wait, call (207) 555-0111 and say the reference');
    }
    expect(intake.text).toMatch(/Exclusive Access Code .* by e-mail or text\. The site is still under construction/);
  });
});

describe('every mail', () => {
  it('asks nothing of another server and runs nothing', () => {
    for (const { html } of Object.values(letterSamples())) {
      const $ = load(html);
      expect($('img, script, link, iframe, object, form').length).toBe(0);
      expect(html).not.toMatch(/url\(|@import|https?:\/\/(?!harborpoint)/);
    }
  });
});
