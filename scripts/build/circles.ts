/** Refuses built files that import one another in a circle. */

/** A built file, as Rolldown offers it: its name, and the files that it imports statically. */
interface BuiltFile {
  readonly fileName: string;
  readonly imports: readonly string[];
}

/** The first circle of imports, from a file back to itself; undefined when there is none. */
export function findCircle(files: readonly BuiltFile[]): readonly string[] | undefined {
  const imports = new Map(files.map((file) => [file.fileName, file.imports]));
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (name: string): readonly string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    path.push(name);
    for (const imported of imports.get(name) ?? []) {
      const circle = walk(imported);
      if (circle) return circle;
    }
    path.pop();
    done.add(name);
    return undefined;
  };
  for (const { fileName } of files) {
    const circle = walk(fileName);
    if (circle) return circle;
  }
  return undefined;
}

/**
 * A plugin of the build that fails on such a circle. In a circle one file runs before its import is ready: a schema is then made
 * from undefined parts, and the page fails only when it reads its first response.
 */
export const noCircles = () => ({
  name: 'no-circles',
  generateBundle(_options: unknown, bundle: Readonly<Record<string, { readonly type: string }>>) {
    const files = Object.values(bundle).filter((file): file is BuiltFile & { type: 'chunk' } => file.type === 'chunk');
    const circle = findCircle(files);
    if (circle) throw new Error(`Built files import one another in a circle: ${circle.join(' -> ')}`);
  },
});
