/** People signed in to the desk, and a dealership that asks for agents, written into a database before the servers start. */
import type { Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { writeSetting } from '#server/settings/service.ts';

export interface Staff {
  readonly name: string;
  readonly cookie: string;
  readonly takesRequests: boolean;
}

/**
 * Writes a number of people with one session each into the database. The first of them take requests and are on shift. Returns the
 * people and the access code of the dealerships.
 */
export async function prepareStaff(env: Readonly<Record<string, string>>, count: number, agents: number) {
  const { storage, dealerships, codes, signIn } = createContext(readConfig({ ...env, LOG_LEVEL: 'silent' }));
  try {
    await storage.migrate();
    await dealerships.storeSamples();
    const at = new Date().toISOString();
    await writeSetting(storage.db, 'text-agent', 'on', at);
    const { code } = await codes.issue(null, null);
    const staff: Staff[] = [];
    for (let n = 0; n < count; n++) {
      const takesRequests = n < agents;
      const role: Role = takesRequests ? 'agent' : 'viewer';
      const id = mintId();
      const name = `Person ${n}`;
      const mail = `${n}@boxline.example`;
      const row = { id, name, mail, mail_key: mail, role, created_at: at, on_shift_at: takesRequests ? at : null };
      const token = await storage.transaction(async (trx) => {
        await trx.insertInto('people').values(row).execute();
        const browser = { device: 'A console of the benchmark', deviceId: null };
        return (await signIn.sessions.begin(trx, { id, role }, 'signed-in', browser, { proved: true })).token;
      });
      const [cookie = ''] = signIn.cookies.session(token, 1000).split(';');
      staff.push({ name, cookie, takesRequests });
    }
    return { staff, code };
  } finally {
    await storage.close();
  }
}
