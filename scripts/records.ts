/** `npm run records`: what is stored about people, and how it is deleted. */
import { personRequest } from './commands/person-request.ts';
import { type Declare, runAsProcess } from './commands/run.ts';
import { sweep } from './commands/sweep.ts';

export const records: Declare = (command, tools) => {
  command.description('What is kept about people: finding it, giving it to them, and erasing it for good.');
  personRequest(command, tools);
  sweep(command, tools);
};

if (import.meta.main) await runAsProcess('records', records);
