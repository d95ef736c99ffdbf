/** A person gets another e-mail address while the server is working on a request of theirs. */
import { expect, it } from 'vitest';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { staffOf } from '../../tests/support/staff.ts';

const browser = { address: '10.0.0.1', device: 'Firefox on Linux', deviceId: null, origin: 'http://localhost' };

eachEngine((under) => {
  it('R652 a notice goes to the address that the person has at that moment, and the notice that it was changed to the earlier one', async () => {
    const { context, signInAs, addPerson } = await startDesk(under);
    const { signIn, people, storage } = context;
    const admin = await signInAs('admin');
    const { id, name, mail } = await addPerson('agent');
    const { cookie } = await staffOf(context).beginSession(id, 'agent');
    const by = await signIn.sessions.find(cookie.slice(cookie.indexOf('=') + 1));
    if (!by) throw new Error('no session');
    const next = 'moved@boxline.example';
    const fields = { name, phone: '', mail: next };
    const target = { id, version: by.person.version };
    expect((await people.edit(admin.personId, target, fields, { proved: true })).kind).toBe('done');
    const password = 'nine lamps over a quiet lot';
    expect(await signIn.account.changePassword(by, password, browser)).toEqual({ kind: 'changed' });
    await signIn.enrolment.renewRecoveryCodes(by, browser);
    const told = await storage.db
      .selectFrom('messages')
      .innerJoin('staff_notices', 'staff_notices.id', 'messages.subject_id')
      .select(['staff_notices.kind', 'recipient'])
      .where('person_id', '=', id)
      .execute();
    expect(Object.fromEntries(told.map((one) => [one.kind, one.recipient]))).toEqual({
      'address-changed': mail,
      'password-changed': next,
      'recovery-codes-renewed': next,
    });
  });
});
