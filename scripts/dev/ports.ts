/** Chooses the ports on which the parts of `npm run dev` listen. */
import { variables } from '#server/config/variables.ts';
import { checkPort } from '#server/start/check-port.ts';
import { StartFault } from '#server/start/fault.ts';
import { freePort } from '../free-port.ts';

const host = '127.0.0.1';
const highestPort = 65_535;

/** The three ports: the site for the browser, the server behind it, and the page with the mail. */
export interface DevPorts {
  readonly site: number;
  readonly api: number;
  readonly mail: number;
}

/**
 * The port that `PORT` names and the two after it; three free ones when it is 0.
 *
 * @throws StartFault with a sentence that names the port that cannot be used
 */
export async function chooseDevPorts(text: string | undefined): Promise<DevPorts> {
  const { schema, mustBe, default: byDefault } = variables.PORT;
  const { data: port } = schema.safeParse(text || byDefault);
  if (port === undefined) throw new StartFault(`PORT must be ${mustBe}.`);
  if (port === 0) return { site: await freePort(), api: await freePort(), mail: await freePort() };
  const ports = { site: port, api: port + 1, mail: port + 2 };
  if (ports.mail > highestPort)
    throw new StartFault(`Set PORT to ${highestPort - 2} or less: two more ports follow it.`);
  for (const each of Object.values(ports)) await checkPort('PORT', each, host);
  return ports;
}
