/**
 * A copy of the project with another brand: every text of `brand.ts` is made hostile to HTML, CSS, JSON, CSV, headers and
 * terminals.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { copyProject } from '../support/project-copy.ts';

const project = resolve(import.meta.dirname, '../..');

/** Added to every name and sentence. No page has an element `hostile-tag` of its own. */
export const sting = ` O'Neil "Q" <hostile-tag>&amp;</hostile-tag> \${x} \\n 🚗`;

/**
 * `brand.ts` of the copy. A value with a format keeps it: a telephone number is digits with words around them, a mail
 * address has an apostrophe, an id of the mail provider has no spaces. A time zone is a name of the system's.
 */
const wrapper = (name: string) => `import { ${name} as original } from './original-${name}.ts';

const sting = ${JSON.stringify(sting)};

function hostile(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((item, at) => hostile(item, \`\${path}.\${at}\`));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hostile(item, \`\${path}.\${name}\`)]));
  if (typeof value !== 'string' || value === '' || /timeZone|zone$/i.test(path)) return value;
  if (/email/i.test(path)) return \`o'neil&\${value}\`;
  if (/^\\.mail\\./.test(path)) return \`\${value}'"<&🚗\`;
  if (/version$/.test(path)) return \`\${value}'"<&\`;
  if (/phone|directLine/i.test(path)) return \`\${value} "O'N" <b>\`;
  if (/standing$/.test(path)) return value;
  return value + sting;
}

export const ${name} = hostile(original, '${name === 'brand' ? '' : `.${name}`}') as typeof original;
export type Brand = typeof ${name};
`;

/** Copies the project and its installed packages into an empty folder, and changes the copy's brand. */
export function copyWithHostileBrand(folder: string): void {
  copyProject(folder);
  for (const file of readdirSync(join(folder, 'brand'))) {
    const name = basename(file, '.ts');
    renameSync(join(folder, 'brand', file), join(folder, `brand/original-${file}`));
    writeFileSync(join(folder, 'brand', file), wrapper(name));
  }
}

/** How many times the operator's name occurs in the source of the brand. */
export const namesInSource = (name: string): number =>
  readFileSync(join(project, 'brand/brand.ts'), 'utf8').split(name).length - 1;
