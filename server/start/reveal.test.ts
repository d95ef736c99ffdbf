import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/support/each-engine.ts';
import { reveal } from './reveal.ts';

const secret = '7K2M-90QF-3XVD';

describe('R21 a secret that is shown once', () => {
  it('is said on a terminal and written nowhere', () => {
    const dataDir = join(temporaryFolder(), 'none');
    const said = reveal({ dataDir, toTerminal: true }, 'The code', 'code', secret);
    expect(said[0]).toBe(`The code: ${secret}`);
    expect(() => statSync(dataDir)).toThrow('ENOENT');
  });

  it('is otherwise in a file for its owner alone, which the log names without saying it', () => {
    const dataDir = join(temporaryFolder(), 'data');
    for (const round of [1, 2]) {
      if (round === 2) writeFileSync(join(dataDir, 'code'), 'an older one', { mode: 0o644 });
      const said = reveal({ dataDir, toTerminal: false }, 'The code', 'code', secret);
      expect(readFileSync(join(dataDir, 'code'), 'utf8')).toBe(`${secret}\n`);
      expect(statSync(join(dataDir, 'code')).mode & 0o777).toBe(0o600);
      expect(said.join('\n')).toContain(join(dataDir, 'code'));
      expect(said.join('\n')).not.toContain(secret);
    }
  });
});
