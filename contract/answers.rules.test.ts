/**
 * Compares the hand-written check of a form with a second implementation of its rules (S5), made with a schema library. Both check
 * many random forms and answers, and must refuse the same fields.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lists } from '#brand/lists.ts';
import { checkAnswers, readParams } from './answers.ts';
import type { Field, FieldKind } from './fields.ts';
import { inquiryFields } from './inquiry.ts';
import { intakeFields } from './intake.ts';

const options = ['One', 'Two', 'Three'] as const;

/** The rule of one field, as a schema of the answer that was read for it. */
function ruleOf({ kind, required, maxLength, options: offered = [] }: Field): z.ZodType {
  // In UTF-16 units, as `maxlength` counts; the library's own `max` counts characters outside the BMP once.
  const text = z.string().refine(({ length }) => length <= maxLength);
  const filled = text.refine((answer) => answer !== '');
  switch (kind) {
    case 'tick':
      return z.boolean();
    case 'many':
      return z.array(z.enum(offered));
    case 'choice':
      return z.enum(required ? offered : [...offered, '']);
    case 'email':
      return text.pipe(z.email({ pattern: z.regexes.html5Email }));
    case 'text':
    case 'tel':
    case 'url':
    case 'street':
      return required ? filled : text;
  }
}

/** The fields that the rules refuse, in the order of the form. Follows S5 word by word, not the code. */
function refusedByRules(fields: readonly Field[], params: Readonly<Record<string, unknown>>): string[] {
  const answers = readParams(fields, params);
  const isSame = answers['mailing_same_as_business'] === true;
  if (isSame && answers['mailing_address'] === '') answers['mailing_address'] = answers['business_address'];
  const refused = fields
    .filter((field) => !ruleOf(field).safeParse(answers[field.name]).success)
    .map(({ name }) => name);
  const isBusinessWrong = refused.includes('business_address');
  if (refused.length > 0) return refused.filter((name) => !(name === 'mailing_address' && isSame && isBusinessWrong));
  const conflicts = isSame && answers['mailing_address'] !== answers['business_address'];
  return conflicts ? ['mailing_address'] : [];
}

function refusedByCode(fields: readonly Field[], params: Readonly<Record<string, unknown>>): string[] {
  const checked = checkAnswers(fields, params);
  return checked.ok ? [] : checked.errors.map(({ field }) => field);
}

const kinds: readonly FieldKind[] = ['text', 'tel', 'email', 'url', 'street', 'choice', 'many', 'tick'];

const anyField = fc.record({
  kind: fc.constantFrom(...kinds),
  required: fc.boolean(),
  maxLength: fc.integer({ min: 1, max: 12 }),
});

/** A form of random fields. Every kind may be required or optional. */
const anyForm = fc.array(anyField, { maxLength: 8 }).map((drawn) =>
  drawn.map(
    (field, index): Field => ({
      ...field,
      name: `field_${index}`,
      group: 'All',
      label: 'It',
      error: 'Enter it',
      options,
    }),
  ),
);

const emails = [
  'ada@harbor.example',
  'a@b',
  'ada@',
  '@b.example',
  'a b@c.example',
  'a@-b.example',
  `a@${'b'.repeat(64)}`,
];

/** What a page, a script or an attacker may send as one answer. */
const anyAnswer = (field: Field) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom<unknown>(...(field.options ?? options), ...emails, '', ' \n ', 'on', 'true'),
    },
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 14 }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(field.maxLength + 1)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(field.maxLength)) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(true, false, 0, 7, null, undefined, {}, [], [[]]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...(field.options ?? options), 'Other', 'One, Two'), { maxLength: 3 }),
    },
  );

const answersTo = (fields: readonly Field[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, anyAnswer(field)])), { requiredKeys: [] });

/**
 * Answers that the form takes, with up to three of them changed. Purely random answers would almost all be refused, each for many
 * reasons.
 */
const nearlyRight = (fields: readonly Field[]) =>
  fc
    .tuple(answersTo(fields), fc.array(fc.constantFrom(...fields.map(({ name }) => name)), { maxLength: 3 }))
    .map(([drawn, changed]) =>
      Object.fromEntries(
        fields.map(({ name, kind, options: [first] = [] }) => {
          if (changed.includes(name)) return [name, drawn[name]];
          if (kind === 'tick') return [name, name === 'mailing_same_as_business'];
          if (kind === 'email') return [name, 'ada@harbor.example'];
          return [name, kind === 'choice' || kind === 'many' ? first : name === 'mailing_address' ? '' : 'x'];
        }),
      ),
    );

describe('S5.1 the check refuses what the rules refuse, and nothing else', () => {
  const runs = { numRuns: 500 };

  it('in forms of any fields', () => {
    const formAndAnswers = anyForm.chain((fields) => fc.tuple(fc.constant(fields), answersTo(fields)));
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(formAndAnswers, ([fields, params]) => {
        const expected = refusedByRules(fields, params);
        if (expected.length > 0) refused += 1;
        else taken += 1;
        expect(refusedByCode(fields, params)).toEqual(expected);
      }),
      runs,
    );
    // Both results must be frequent, or the comparison proves nothing.
    expect(Math.min(taken, refused)).toBeGreaterThan(runs.numRuns / 20);
  });

  const realForms: readonly [string, readonly Field[]][] = [
    ['inquiry', inquiryFields],
    ['intake', intakeFields(lists)],
  ];
  it.each(realForms)('in the %s', (_, fields) => {
    let [taken, refused] = [0, 0];
    fc.assert(
      fc.property(nearlyRight(fields), (params) => {
        const expected = refusedByRules(fields, params);
        if (expected.length > 0) refused += 1;
        else taken += 1;
        expect(refusedByCode(fields, params)).toEqual(expected);
      }),
      runs,
    );
    expect(Math.min(taken, refused)).toBeGreaterThan(runs.numRuns / 20);
  });
});
