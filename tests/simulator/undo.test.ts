/**
 * Checks that the source still has the text of each undoing. That takes no time, unlike the test that the simulator finds the
 * fault.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { undoings } from './undo.ts';

test.each(Object.entries(undoings))('R48 the text that undoing the %s replaces stands once in its file', (_, edits) => {
  for (const { file, text } of edits) {
    expect(readFileSync(file, 'utf8').split(text).length - 1, `${file}: ${text}`).toBe(1);
  }
});
