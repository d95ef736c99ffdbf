import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

  it.skipIf(process.platform !== 'linux')(
    'R878 leaves the file of the earlier one when it cannot be written, as on a full disk',
    () => {
      const dataDir = temporaryFolder();
      reveal({ dataDir, toTerminal: false }, 'The code', 'code', 'the earlier one');
      const script = `import { reveal } from ${JSON.stringify(resolve(import.meta.dirname, 'reveal.ts'))};
        reveal(${JSON.stringify({ dataDir, toTerminal: false })}, 'The code', 'code', '${secret}');`;
      // A process that may write no byte into a file stands for a full disk.
      const { status, stderr } = spawnSync(
        'sh',
        ['-c', 'ulimit -f 0; exec "$0" --input-type=module --eval "$1"', process.execPath, script],
        { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
      );
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('EFBIG') });
      expect(readFileSync(join(dataDir, 'code'), 'utf8')).toBe('the earlier one\n');
      expect(readdirSync(dataDir)).toEqual(['code']);
    },
  );
});
