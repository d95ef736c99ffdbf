/** Reads the titles of tests from their source, for vitest and Playwright alike. */
import { isNode, type Node, nameOf, parse, walk } from './syntax.ts';

/** A test or a group of tests, with the titles of the groups around it first. */
interface TestTitle {
  readonly path: readonly string[];
  readonly isGroup: boolean;
}

type Placed = Node & { readonly start: number; readonly end: number };

/** The names in what is called: `test`, `describe` for `test.describe(…)`, and `it`, `each` for `it.each(rows)(…)`. */
function calledNames(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'CallExpression') return calledNames(callee['callee']);
  if (callee.type !== 'MemberExpression') return [nameOf(callee) ?? ''];
  return [...calledNames(callee['object']), nameOf(callee['property']) ?? ''];
}

/** The first argument of a call as it is written between its quotes; undefined when it is not a text. */
function firstText(call: Node, source: string): string | undefined {
  const [first] = call['arguments'] as readonly Placed[];
  const isText = first?.type === 'TemplateLiteral' || typeof first?.['value'] === 'string';
  return isText ? source.slice(first.start + 1, first.end - 1).replace(/\\(.)/g, '$1') : undefined;
}

/** Every test and group with a title in a source. */
export function titlesIn(path: string, source: string): TestTitle[] {
  const found: TestTitle[] = [];
  const groups: { readonly end: number; readonly title: string }[] = [];
  walk(parse(path, source), (node) => {
    if (node.type !== 'CallExpression') return;
    const [name = '', ...modifiers] = calledNames(node['callee']);
    if (!/^(?:describe|it|test)(?:Once)?$/.test(name) || modifiers.includes('step')) return;
    const title = firstText(node, source);
    if (title === undefined) return;
    const { start, end } = node as Placed;
    while ((groups.at(-1)?.end ?? end) < start) groups.pop();
    const isGroup = name.startsWith('describe') || modifiers.includes('describe');
    found.push({ path: [...groups.map((group) => group.title), title], isGroup });
    if (isGroup) groups.push({ end, title });
  });
  return found;
}
