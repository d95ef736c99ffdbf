/** The folder in which Node keeps compiled code of programs that tests start often. It makes a start a third shorter. */
import { join } from 'node:path';
import { project } from '../../scripts/bootstrap/node.mjs';

export const compileCache = { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/compiled') } as const;
