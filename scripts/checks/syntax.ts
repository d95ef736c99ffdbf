/** Parses a source with the bundler's parser, for checks that must tell code from text. */
import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A node of the syntax tree: ESTree (https://github.com/estree/estree) with the nodes of TypeScript. */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Import {
  /** The name of a package or `node:` module, or a path relative to the project's folder. */
  readonly target: string;
  readonly inProject: boolean;
  /** Whether stripping the types removes the whole import. */
  readonly typeOnly: boolean;
  /** Whether it is an `import()`, which runs when its line is reached. */
  readonly onDemand: boolean;
}

/**
 * The syntax tree of a file.
 *
 * @throws when the parser finds a syntax error
 */
export function parse(path: string, source: string): Node {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
  return parseAst(source, { lang }, path) as unknown as Node;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** The name of an identifier; undefined for anything else. */
export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : undefined;

/** Calls `visit` with a node and with everything below it, in the order of the source. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) walk(each, visit);
    } else if (isNode(value)) walk(value, visit);
  }
}

/** The text of a string, or of a template that holds no expressions. */
export function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  const [only, ...others] = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return others.length === 0 ? only?.value.cooked : undefined;
}

/** Whether an import takes only types: by its whole statement, or by each name in it. */
function isTypeOnly(node: Node): boolean {
  const saysType = (each: Node) => each['importKind'] === 'type' || each['exportKind'] === 'type';
  const names = (node['specifiers'] ?? []) as readonly Node[];
  return node.type === 'TSImportType' || saysType(node) || (names.length > 0 && names.every(saysType));
}

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

/** Everything that a file imports, loads or takes a type from. An `import()` of a computed name is not found. */
export function importsOf(path: string, tree: Node): Import[] {
  const found: Import[] = [];
  walk(tree, (node) => {
    const from = importing.has(node.type) ? textOf(node['source']) : undefined;
    if (from === undefined) return;
    const how = { typeOnly: isTypeOnly(node), onDemand: node.type === 'ImportExpression' };
    if (from.startsWith('#')) found.push({ target: from.slice(1), inProject: true, ...how });
    else if (!from.startsWith('.')) found.push({ target: from, inProject: false, ...how });
    else found.push({ target: posix.join(posix.dirname(path), from), inProject: true, ...how });
  });
  return found;
}
