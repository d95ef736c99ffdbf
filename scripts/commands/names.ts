/** The name of a person on a command line. */

import { nameLine } from '#contract/clean-text.ts';
import { peopleLimits } from '#contract/desk/people.ts';

/** The name that the words of a command line make, cleaned as at the desk. */
export function nameOf(words: readonly string[], command: { error(message: string): never }): string {
  const name = nameLine(words.join(' ')) || command.error('error: give a name');
  return name.length > peopleLimits.name
    ? command.error(`error: A name has at most ${peopleLimits.name} characters.`)
    : name;
}
