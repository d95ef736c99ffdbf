/** The staff parts: how people sign in, their records, and when they work. */
import { brand } from '#brand/brand.ts';
import { createApiTokens } from '../api/service.ts';
import { canOf, peoplePolicy, signInPolicy } from '../desk/policy.ts';
import { createPeople, createShift, reachesBy } from '../people/service.ts';
import { holdersOf } from '../requests/service.ts';
import { createSchedule } from '../schedule/service.ts';
import type { SecretBox } from '../secret-box.ts';
import { createSignIn, readInvited } from '../sign-in/service.ts';
import type { Base } from './base.ts';
import { alertOfTries, type Sending } from './sending.ts';

export function createStaff(base: Base, { audit, delivery }: Sending, secretBox: SecretBox) {
  const { config, warn, environment } = base;
  const reaches = reachesBy(config);
  const signIn = createSignIn({
    ...environment,
    secretBox,
    config,
    audit,
    delivery,
    policy: signInPolicy,
    reaches,
    canOf,
    onError: warn('the sessions and links of the desk could not be shortened'),
    onUnusualTries: alertOfTries(base, 'wrong-sign-ins', 'unusually many wrong tries to sign in'),
  });
  return {
    apiTokens: createApiTokens({
      ...environment,
      audit,
      limit: base.limiters.requestsPerToken,
      onError: warn('the use of a token could not be noted'),
    }),
    signIn,
    people: createPeople({
      ...environment,
      audit,
      policy: peoplePolicy,
      accounts: signIn.accounts,
      invited: readInvited,
      reaches,
    }),
    shift: createShift({
      ...environment,
      audit,
      invited: readInvited,
      reaches,
      takesRequests: peoplePolicy.takesRequests,
    }),
    schedule: createSchedule({
      ...environment,
      audit,
      timeZone: brand.timeZone,
      policy: peoplePolicy,
      holdersOf,
      reaches,
      onError: warn('the schedule could not be applied'),
    }),
  };
}

export type Staff = Readonly<ReturnType<typeof createStaff>>;
