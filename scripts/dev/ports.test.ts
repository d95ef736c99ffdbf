import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { chooseDevPorts } from './ports.ts';

/** A port that another program listens on until the test has finished. */
async function takenPort(): Promise<number> {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void other.close());
  return (other.address() as AddressInfo).port;
}

test('the server and the mail page take the two ports after the site’s', async () => {
  // Below the range from which the system assigns free ports, so that the two ports after it are free as well.
  const site = 20_000 + (process.pid % 4000) * 3;
  expect(await chooseDevPorts(String(site))).toEqual({ site, api: site + 1, mail: site + 2 });
});

test('a PORT that cannot be used is refused in one sentence', async () => {
  await expect(chooseDevPorts('eighty')).rejects.toThrow('PORT must be a port number.');
  await expect(chooseDevPorts('65534')).rejects.toThrow('Set PORT to 65533 or less: two more ports follow it.');
});

test('npm run dev says in one sentence that a port is taken, and ends', async () => {
  const port = await takenPort();
  const child = spawn(process.execPath, ['scripts/dev/main.ts'], { env: { ...process.env, PORT: String(port) } });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(said).toBe(`Port ${port} is taken by another program. Set PORT to a free one.\n`);
  expect(code).toBe(1);
});
