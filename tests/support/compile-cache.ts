/** Where Node keeps the compiled code of the programs that tests start again and again: a start takes a third less. */
import { join } from 'node:path';
import { project } from '../../scripts/bootstrap/node.mjs';

export const compileCache = { NODE_COMPILE_CACHE: join(project, 'node_modules/.cache/compiled') } as const;
