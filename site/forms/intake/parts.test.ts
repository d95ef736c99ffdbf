import { expect, it } from 'vitest';
import { answersLacking, intakeParts } from './parts.ts';

it('S2.8 divides the intake into its three groups, in order', () => {
  expect(intakeParts.map(({ heading }) => heading)).toEqual([
    'Business Information',
    'Dealer Details',
    'Sales Information',
  ]);
});

it('counts the required answers that a part still lacks, and no optional ones', () => {
  const [business, , sales] = intakeParts;
  expect(sales && answersLacking(sales, {})).toBe(1);
  expect(sales && answersLacking(sales, { average_sales: '$25,000+' })).toBe(0);
  expect(business && answersLacking(business, { business_name: '  ' })).toBe(6);
});
