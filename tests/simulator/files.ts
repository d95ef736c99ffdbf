/**
 * Makes programs read and write files synchronously, because a real disk answers at a moment that no seed decides. On a full disk,
 * half of what is written stays there.
 */
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isDiskFull } from './storage.ts';
import { type Program, running } from './world.ts';

const real = { open: promises.open, readFile: promises.readFile, stat: promises.stat };

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

function openAtOnce(program: Program, path: string, flags: number) {
  const file = fs.openSync(path, flags);
  return {
    async appendFile(bytes: Buffer): Promise<void> {
      const isFull = isDiskFull(program);
      fs.appendFileSync(file, isFull ? bytes.subarray(0, bytes.byteLength / 2) : bytes);
      if (isFull) throw noSpace();
    },
    sync: async () => {},
    stat: async () => fs.fstatSync(file),
    close: async () => fs.closeSync(file),
  };
}

Object.assign(promises, {
  async open(path: string, flags: number, ...rest: []) {
    const program = running.getStore();
    return program ? openAtOnce(program, path, flags) : real.open(path, flags, ...rest);
  },
  async readFile(path: string, ...rest: []) {
    return running.getStore() ? fs.readFileSync(path, ...rest) : real.readFile(path, ...rest);
  },
  async stat(path: string, ...rest: []) {
    return running.getStore() ? fs.statSync(path, ...rest) : real.stat(path, ...rest);
  },
});
syncBuiltinESMExports();
