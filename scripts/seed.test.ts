import { expect, test } from 'vitest';
import { lists } from '#brand/lists.ts';
import { checkAnswers } from '#contract/answers.ts';
import { leadForms } from '#contract/forms.ts';
import { samples } from './seed.ts';

const forms = leadForms(lists);

test.each(samples.map(({ kind, params }, index) => [index + 1, kind, params] as const))(
  'sample %i is an %s that the forms would take',
  (_, kind, params) => {
    expect(checkAnswers(forms[kind].fields, params)).toMatchObject({ ok: true });
  },
);
