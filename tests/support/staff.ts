/** People of the staff who are signed in to the desk. They are made without its sign-in, for tests that are about other things. */
import type { Role } from '#contract/desk/permissions.ts';
import { mintId } from '#contract/reference.ts';
import type { Context } from '#server/context.ts';
import { createSecretBox } from '#server/secret-box.ts';
import { hashPassword } from '#server/sign-in/password.ts';
import { mintTotpSecret } from '#server/sign-in/totp.ts';

/** A person who is signed in. */
export interface SignedIn {
  readonly personId: string;
  readonly role: Role;
  readonly name: string;
  readonly mail: string;
  readonly sessionId: string;
  /** The value of the `cookie` header. */
  readonly cookie: string;
}

export type Staff = ReturnType<typeof staffOf>;

export function staffOf({ storage, signIn, now }: Pick<Context, 'storage' | 'signIn' | 'now'>) {
  /** Stores a person with a role and, unless the role is null, a staff account whose password nobody knows. */
  async function addPerson(role: Role | null, { name = `${role ?? 'nobody'} ${mintId()}` } = {}) {
    const at = now().toISOString();
    const id = mintId();
    const mail = `${id}@boxline.example`;
    await storage.db.insertInto('people').values({ id, name, mail, mail_key: mail, role, created_at: at }).execute();
    const account = { person_id: id, password_hash: 'none', password_changed_at: at, created_at: at };
    if (role !== null) await storage.db.insertInto('staff_accounts').values(account).execute();
    return { id, name, mail, role };
  }

  /** Begins another session of a person, as in another browser. */
  async function beginSession(id: string, role: Role, { device = 'Firefox on Linux', fresh = true } = {}) {
    const { sessionId, token } = await storage.transaction((trx) =>
      signIn.sessions.begin(trx, { id, role }, 'signed-in', { device, deviceId: null }, { proved: fresh }),
    );
    const [cookie = ''] = signIn.cookies.session(token, 1000).split(';');
    return { sessionId, cookie };
  }

  /** Stores and signs in a person with a role. Both factors were proven a moment ago, unless `fresh` is false. */
  async function signInAs(role: Role, options: { readonly name?: string; readonly fresh?: boolean } = {}) {
    const { id, name, mail } = await addPerson(role, options);
    const session = await beginSession(id, role, options);
    return { personId: id, role, name, mail, ...session } satisfies SignedIn;
  }

  /** Stores a person with a role, a password and an authenticator app, for signing in by the pages. */
  async function enrol(role: Role, name: string, secretKey: string) {
    const { id, mail } = await addPerson(role, { name });
    const password = 'nine lamps over a quiet lot';
    const secret = mintTotpSecret();
    await storage.db
      .updateTable('staff_accounts')
      .set({
        password_hash: await hashPassword(password),
        totp_secret: createSecretBox(secretKey).encrypt('totp-secret', secret),
        totp_added_at: now().toISOString(),
      })
      .where('person_id', '=', id)
      .execute();
    return { personId: id, mail, password, secret };
  }

  return { addPerson, beginSession, signInAs, enrol };
}
