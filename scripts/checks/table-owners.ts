/**
 * Checks who names a table in a query: only the stores of the feature that owns it. Other features call its service, so a reader
 * finds everything that happens to a table in one folder.
 */
import { isNode, type Node, nameOf, textOf, walk } from './syntax.ts';

/** The folder of the server that owns each table. */
type Owners = ReadonlyMap<string, string>;

/** The tables that a `tables.ts` declares: the members of an interface called `Tables`. */
function tablesIn(tree: Node): string[] {
  const found: string[] = [];
  walk(tree, (node) => {
    if (node.type !== 'TSInterfaceDeclaration' || nameOf(node['id']) !== 'Tables') return;
    const { body } = node['body'] as { readonly body: readonly Node[] };
    for (const member of body) {
      const table = nameOf(member['key']) ?? textOf(member['key']);
      if (table !== undefined) found.push(table);
    }
  });
  return found;
}

/** Reads the owners from the `tables.ts` of each folder of the server. */
export function ownersOf(trees: ReadonlyMap<string, Node>): Owners {
  const owners = new Map<string, string>();
  for (const [path, tree] of trees) {
    const folder = /^server\/(?<folder>[^/]+)\/tables\.ts$/.exec(path)?.groups?.['folder'];
    if (folder !== undefined) for (const table of tablesIn(tree)) owners.set(table, folder);
  }
  return owners;
}

/** The calls of Kysely, and ours of `server/database/prepared.ts`, that take a table as their first argument. */
const takesTable = new Set(
  `selectFrom insertInto updateTable deleteFrom replaceInto mergeInto selectAll table preparedInsert innerJoin leftJoin
  rightJoin fullJoin crossJoin innerJoinLateral leftJoinLateral using`.split(/\s+/),
);

/** The calls that begin a statement. Their table must be written as a text, so that this check can see it. */
const beginsStatement = new Set(
  'selectFrom insertInto updateTable deleteFrom replaceInto mergeInto preparedInsert'.split(' '),
);

/** The words before a table in SQL. */
const sqlShape = /\b(?:from|join|into|update|table)\s+"?(?<table>[a-z_]+)/gi;

/** `table.column`, `table as alias` or both, as Kysely reads them. */
const reference = /^(?<table>[a-z_]+)(?:\.[a-z_*]+)?(?:\s+as\s+\w+)?$/;

const methodOf = (node: Node): string | undefined => {
  const callee = node['callee'];
  if (!isNode(callee)) return undefined;
  return callee.type === 'MemberExpression' ? nameOf(callee['property']) : nameOf(callee);
};

/** The text of a string, or of a template with `?` for each of its expressions. */
function wholeTextOf(node: Node): string {
  if (node.type !== 'TemplateLiteral') return textOf(node) ?? '';
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('?');
}

const isSqlTag = (tag: unknown): boolean =>
  isNode(tag) && (nameOf(tag) === 'sql' || (tag.type === 'MemberExpression' && nameOf(tag['object']) === 'sql'));

/** What a file's queries name: tables, and variables that hide a table's name. */
function namedIn(tree: Node, isTable: (name: string) => boolean): string[] {
  const found = new Set<string>();
  const add = (name: string | undefined) => {
    if (name !== undefined && isTable(name)) found.add(name);
  };
  const inSql = (text: string) => {
    for (const { groups } of text.matchAll(sqlShape)) add(groups?.['table']?.toLowerCase());
  };
  walk(tree, (node) => {
    if (node.type === 'CallExpression') {
      const method = methodOf(node) ?? '';
      const [first] = node['arguments'] as readonly Node[];
      if (takesTable.has(method)) {
        const named = first?.type === 'ArrayExpression' ? (first['elements'] as readonly Node[]) : [first];
        for (const each of named) add(reference.exec(textOf(each) ?? '')?.groups?.['table']);
      }
      if (beginsStatement.has(method) && first?.type === 'Identifier') found.add(`a table that ${nameOf(first)} holds`);
    }
    if (node.type === 'TaggedTemplateExpression' && isSqlTag(node['tag'])) {
      // In SQL a table can also stand before a column, or alone.
      const words = wholeTextOf(node['quasi'] as Node).match(/[a-z_]+/gi) ?? [];
      for (const word of words) add(word.toLowerCase());
    }
    if (node.type === 'Literal' || node.type === 'TemplateLiteral') {
      const text = wholeTextOf(node);
      if (/^\s*(?:select|insert|update|delete|with|create|alter|drop|truncate)\b/i.test(text)) inSql(text);
      const { table } = reference.exec(text)?.groups ?? {};
      // `messages.id` always means a column, and a table's name with an underscore has no other meaning.
      if (table !== undefined && (text.includes('.') || table.includes('_'))) add(table);
    }
  });
  return [...found].sort();
}

/**
 * The folders in which any file may name the folder's own tables, because they are not features. The database tests whether it can
 * write, and the whole outbox works on a single table.
 */
const wholeFolders = ['database', 'outbox'];

/** Whether a file may name the tables of a folder. `retention.ts` may, because it says what each column holds about people. */
function isStoreOf(owner: string, path: string): boolean {
  const [, folder, file = ''] = path.split('/');
  if (folder !== owner) return false;
  return wholeFolders.includes(owner) || /^(?:store(?:-[a-z-]+)?|retention)\.ts$/.test(file);
}

/** Migrations name the tables of their time, `tables.ts` declares them, and tests look into every table. */
const isExempt = (path: string): boolean =>
  /^server\/database\/migrations\/|\/tables\.ts$|\.test\.tsx?$/.test(path) || !/^(?:server|scripts)\//.test(path);

/** The tables of other folders that a file names: one sentence each. */
export function foreignTables(path: string, tree: Node, owners: Owners): string[] {
  if (isExempt(path)) return [];
  return namedIn(tree, (name) => owners.has(name)).flatMap((name) => {
    const owner = owners.get(name);
    // The database's own tools work on any table.
    if (owner === undefined) return isStoreOf('database', path) ? [] : [`${path} names ${name}: write the table out`];
    return isStoreOf(owner, path) ? [] : [`${path} names ${name}: only a store of server/${owner} does`];
  });
}
