/** Refuses built files that import one another in a circle. */
import { cyclesOf } from '../checks/cycles.ts';

/** A built file, as Rolldown offers it: its name, and the files that it imports statically. */
interface BuiltFile {
  readonly fileName: string;
  readonly imports: readonly string[];
}

/**
 * A plugin of the build that fails on such a circle. In a circle one file runs before its import is ready: a schema is then made
 * from undefined parts, and the page fails only when it reads its first response.
 */
export const noCircles = () => ({
  name: 'no-circles',
  generateBundle(_options: unknown, bundle: Readonly<Record<string, { readonly type: string }>>) {
    const files = Object.values(bundle).filter((file): file is BuiltFile & { type: 'chunk' } => file.type === 'chunk');
    const [circle] = cyclesOf(new Map(files.map(({ fileName, imports }) => [fileName, new Set(imports)])));
    if (circle) throw new Error(`Built files import one another in a circle: ${circle.join(', ')}`);
  },
});
