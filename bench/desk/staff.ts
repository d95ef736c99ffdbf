/** People signed in to the desk, and a dealership that asks for agents, written into a database before the servers start. */
import type { Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import type { Context } from '#server/context.ts';
import { writeSetting } from '#server/settings/service.ts';
import { withContext } from '../database.ts';

export interface Staff {
  readonly cookie: string;
  readonly takesRequests: boolean;
}

/** Writes a person into the database and signs them in, with a fresh proof. Returns the session's cookie. */
export function signInNew(
  { storage, signIn }: Pick<Context, 'storage' | 'signIn'>,
  { name, role, onShift }: { readonly name: string; readonly role: Role; readonly onShift: boolean },
): Promise<string> {
  const id = mintId();
  const mail = `${id}@boxline.example`;
  const at = new Date().toISOString();
  const row = { id, name, mail, mail_key: mail, role, created_at: at, on_shift_at: onShift ? at : null };
  return storage.transaction(async (trx) => {
    await trx.insertInto('people').values(row).execute();
    const browser = { device: 'The benchmark', deviceId: null };
    const { token } = await signIn.sessions.begin(trx, { id, role }, 'signed-in', browser, { proved: true });
    return signIn.cookies.session(token, 1000).split(';')[0] ?? '';
  });
}

/**
 * Writes a number of people with one session each into the database. The first of them take requests and are on shift. Returns the
 * people and the access code of the dealerships.
 */
export const prepareStaff = (env: Readonly<Record<string, string>>, count: number, agents: number) =>
  withContext(env, async (context) => {
    const { storage, dealerships, codes } = context;
    await storage.migrate();
    await dealerships.storeSamples();
    await writeSetting(storage.db, 'text-agent', 'on', new Date().toISOString());
    const { code } = await codes.issue(null, null);
    const staff: Staff[] = [];
    for (let n = 0; n < count; n++) {
      const takesRequests = n < agents;
      const role = takesRequests ? 'agent' : 'viewer';
      const cookie = await signInNew(context, { name: `Person ${n}`, role, onShift: takesRequests });
      staff.push({ cookie, takesRequests });
    }
    return { staff, code };
  });
