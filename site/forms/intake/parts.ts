import type { Square } from '#client/ui/Mark.tsx';
import { type Answers, type Field, groupsOf } from '#contract/fields.ts';
import { fields as allFields } from './fields.ts';

/** One part of the intake: a square of the four-square. The fourth is the sending. */
export interface IntakePart {
  readonly heading: string;
  readonly fields: readonly Field[];
  readonly square: Square;
  readonly id: string;
}

export const intakeParts: readonly IntakePart[] = groupsOf(allFields).map(({ heading, fields }, index) => ({
  heading,
  fields,
  square: (index + 1) as Square,
  id: `intake-part-${index + 1}`,
}));

export const sendPartId = 'intake-part-4';

/** How many required answers each part still lacks. */
export const answersLacking = (answers: Answers): number[] =>
  intakeParts.map(
    ({ fields }) => fields.filter(({ name, required }) => required && !String(answers[name] ?? '').trim()).length,
  );
