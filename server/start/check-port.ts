import { once } from 'node:events';
import { createServer } from 'node:net';
import { portFault } from './fault.ts';

/**
 * Throws when a port cannot be listened on, before anything is changed. 0 and undefined mean any free port.
 *
 * @throws StartFault with a sentence for the person who starts the program
 */
export async function checkPort(
  variable: 'PORT' | 'METRICS_PORT',
  port: number | undefined,
  host: string,
): Promise<void> {
  if (!port) return;
  const probe = createServer();
  try {
    await once(probe.listen(port, host), 'listening');
  } catch (error) {
    throw portFault(error, variable, port, host);
  }
  probe.close();
  await once(probe, 'close');
}
