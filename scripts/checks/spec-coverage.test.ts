import { expect, test } from 'vitest';
import { faultsIn, proofsIn, withProofs } from './spec-coverage.ts';

const source = `
describe('S1.1 the form', () => {
  it('sends', () => {});
  it('S1.2 S1.1 R4 closes', () => {});
  it('S1.1 sends twice', () => {});
});
describe('S1.3 an empty group', () => {});
it('R4 alerts', () => {});
it('a test without a number', () => {});`;

const proofs = proofsIn('a.test.ts', source);

const document = `# Coverage
- **S1.1** The form sends.
  - \`a.test.ts\`: S1.1 the form
- **S1.2** The form closes.
  - \`a.test.ts\`: S1.1 the form > S1.2 S1.1 R4 closes

## Rules
- **R4** An alert is in the page.
  - \`a.test.ts\`: S1.1 the form > S1.2 S1.1 R4 closes
  - \`a.test.ts\`: R4 alerts
`;

test('a test proves the statements whose numbers its title, or its group’s, begins with', () => {
  expect(proofs).toEqual([
    { id: 'S1.1', name: '`a.test.ts`: S1.1 the form' },
    { id: 'S1.2', name: '`a.test.ts`: S1.1 the form > S1.2 S1.1 R4 closes' },
    { id: 'R4', name: '`a.test.ts`: S1.1 the form > S1.2 S1.1 R4 closes' },
    { id: 'R4', name: '`a.test.ts`: R4 alerts' },
  ]);
});

test('a document that names what exists is right, and writing it anew changes nothing', () => {
  expect(faultsIn(document, proofs)).toEqual([]);
  expect(withProofs(document, proofs)).toBe(document);
});

test.each([
  ['a renamed test', document.replace('S1.2 S1.1 R4 closes', 'S1.2 shuts'), 2],
  ['a test of another statement', document.replaceAll('**S1.2**', '**S1.9**'), 3],
  ['a statement without a test', `${document}- **S9** Another.\n`, 1],
  ['a statement that stands twice', `${document}- **R4** Another.\n  - \`a.test.ts\`: R4 alerts\n`, 1],
  ['a number that the document lacks', document.slice(0, document.indexOf('\n## Rules')), 2],
])('%s is a fault', (_, wrong, faults) => {
  expect(faultsIn(wrong, proofs)).toHaveLength(faults);
});

test('writing names the tests that exist in place of those that did', () => {
  expect(withProofs(document.replace('S1.2 S1.1 R4 closes', 'S1.2 shuts'), proofs)).toBe(document);
});
