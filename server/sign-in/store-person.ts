import type { Reader } from '#server/database/open.ts';

interface KeptName {
  readonly personId: string;
  readonly label: string;
  readonly value: string;
}

/** The names and texts that are stored with the accounts of these people. */
export async function namesKeptOf(db: Reader, ids: readonly string[]): Promise<KeptName[]> {
  const passkeys = db.selectFrom('staff_passkeys').select(['person_id', 'name']).where('person_id', 'in', ids);
  const sessions = db.selectFrom('staff_sessions').select(['person_id', 'device']).where('person_id', 'in', ids);
  const invitations = db
    .selectFrom('staff_invitations')
    .select(['person_id', 'accepted_name'])
    .where('person_id', 'in', ids)
    .where('accepted_name', 'is not', null);
  const notices = db.selectFrom('staff_notices').select(['person_id', 'device']).where('person_id', 'in', ids);
  const devices = [...(await sessions.execute()), ...(await notices.execute())];
  return [
    ...(await passkeys.execute()).map(({ person_id, name }) => ({
      personId: person_id,
      label: 'Passkey',
      value: name,
    })),
    ...(await invitations.execute()).map(({ person_id, accepted_name }) => ({
      personId: person_id,
      label: 'Invitation accepted as',
      value: accepted_name ?? '',
    })),
    ...devices.flatMap(({ person_id, device }) =>
      device ? [{ personId: person_id, label: 'Signed in with', value: device }] : [],
    ),
  ];
}
