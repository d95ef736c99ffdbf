import { expect, it } from 'vitest';
import { answersLacking, intakeParts } from './parts.ts';

it('S2.8 divides the intake into its three groups, in order', () => {
  expect(intakeParts.map(({ heading }) => heading)).toEqual([
    'Business Information',
    'Dealer Details',
    'Sales Information',
  ]);
});

it('counts the required answers that each part still lacks, and no optional ones', () => {
  expect(answersLacking({})).toEqual([6, 5, 1]);
  expect(answersLacking({ business_name: '  ', dba: 'Alder', average_sales: '$25,000+' })).toEqual([6, 5, 0]);
});
