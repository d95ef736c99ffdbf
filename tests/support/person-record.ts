/** Invented people as the desk lists them, for tests of its screens. */
import type { PersonRecord } from '#contract/desk/people-endpoints.ts';
import type { Role } from '#contract/desk/permissions.ts';

/** A person who is off shift, and whom the reader may change in every way. `rest` replaces members. */
export const personRecordOf = (name: string, role: Role | null, rest: Partial<PersonRecord> = {}): PersonRecord => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  name,
  phone: '+12075550131',
  mail: `${name.split(' ')[0]?.toLowerCase()}@boxline.example`,
  role,
  invited: false,
  createdAt: '2026-11-01T15:00:00.000Z',
  onShiftAt: null,
  onCallAt: null,
  offDueAt: null,
  licensedStates: [],
  removedAt: null,
  version: 1,
  switches: 0,
  own: false,
  can: { edit: true, changeRole: true, remove: true, invite: role === null, switchShift: true },
  ...rest,
});
