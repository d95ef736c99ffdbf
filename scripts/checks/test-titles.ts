/** Reads the titles of tests from their source: it is quick, and works the same for vitest and Playwright. */

/** A test or a group of tests, with the titles of the groups around it first. */
interface TestTitle {
  readonly path: readonly string[];
  readonly isGroup: boolean;
}

const call = /^( *)(describe|it|test)(?:Once)?((?:\.\w+)*)/gm;
/** These are called twice: first with a table or a condition, and then with the title. */
const calledTwice = ['each', 'for', 'skipIf', 'runIf'];
const quotes = ['"', "'", '`'];

/** The index after the string that begins at `start`. */
function afterString(source: string, start: number): number {
  let index = start + 1;
  while (index < source.length && source[index] !== source[start]) index += source[index] === '\\' ? 2 : 1;
  return index + 1;
}

/** The index after the bracket that closes the one at `start`. */
function afterBrackets(source: string, start: number): number {
  let depth = 0;
  let index = start;
  do {
    const character = source[index] ?? '';
    if (quotes.includes(character)) {
      index = afterString(source, index);
      continue;
    }
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    index += 1;
  } while (depth > 0 && index < source.length);
  return index;
}

/** The text that a call has as its first argument; undefined when that is not a text. */
function firstText(source: string, open: number): string | undefined {
  const start = open + 1 + (/^\s*/.exec(source.slice(open + 1))?.[0].length ?? 0);
  if (source[open] !== '(' || !quotes.includes(source[start] ?? '')) return undefined;
  return source.slice(start + 1, afterString(source, start) - 1).replace(/\\(.)/g, '$1');
}

/** Every test and group with a title in a formatted source. Groups are recognized by their indentation. */
export function titlesIn(source: string): TestTitle[] {
  const groups: { indent: number; title: string }[] = [];
  return [...source.matchAll(call)].flatMap(({ 0: text, 1: indent = '', 2: name, 3: modifiers = '', index }) => {
    const words = modifiers.split('.');
    let open = index + text.length;
    if (words.some((word) => calledTwice.includes(word))) open = afterBrackets(source, source.indexOf('(', open));
    const title = firstText(source, open);
    if (title === undefined || words.includes('step')) return [];
    while ((groups.at(-1)?.indent ?? -1) >= indent.length) groups.pop();
    const path = [...groups.map((group) => group.title), title];
    const isGroup = name === 'describe' || words.includes('describe');
    if (isGroup) groups.push({ indent: indent.length, title });
    return [{ path, isGroup }];
  });
}
