import { expect, test } from 'vitest';
import { titlesIn } from './test-titles.ts';

const pathsIn = (source: string) => titlesIn('a.test.ts', source).map(({ path }) => path.join(' > '));

test('titles carry the groups around them, and lose them where the group ends', () => {
  const source = `
describe('S1 outer', () => {
  it('one', () => {});
  describe.each([1, 2])('inner %i', () => {
    test("two", () => {});
  });
  it('three', () => {});
});
describeOnce('S2 on one engine', () => {
  it('in it', () => {});
});
test('four', () => {});`;
  expect(pathsIn(source)).toEqual([
    'S1 outer',
    'S1 outer > one',
    'S1 outer > inner %i',
    'S1 outer > inner %i > two',
    'S1 outer > three',
    'S2 on one engine',
    'S2 on one engine > in it',
    'four',
  ]);
});

test('a group ends at its own end, however far the next test is indented', () => {
  const source = `
describe('S1 a group', () => {});
eachEngine(() => {
  test('S2 beside it', () => {});
});`;
  expect(pathsIn(source)).toEqual(['S1 a group', 'S2 beside it']);
});

test('a table before the title is passed over, with the brackets and texts in it', () => {
  const source = `
  it.each([
    ['a ) b', get('p')],
    [\`c ( \${d}\`, null],
  ])(
    'S2 refuses %s',
    () => {},
  );
  test.skipIf(process.platform === 'win32')('S3 it\\'s kept', () => {});`;
  expect(pathsIn(source)).toEqual(['S2 refuses %s', "S3 it's kept"]);
});

test('what is no test has no title: a condition for skipping, a step, a hook, a word in a text', () => {
  const source = `
  test.skip(!chromium, 'no browser');
  test.step('S4 a step', () => {});
  test.beforeEach(async () => {});
  const text = "test('S5 no test')";`;
  expect(pathsIn(source)).toEqual([]);
});

test('Playwright’s groups are groups', () => {
  expect(titlesIn('a.test.ts', "test.describe('S6 forms', () => {\n  test('one', () => {});\n});")).toEqual([
    { path: ['S6 forms'], isGroup: true },
    { path: ['S6 forms', 'one'], isGroup: false },
  ]);
});
