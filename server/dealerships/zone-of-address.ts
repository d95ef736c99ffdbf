/** The time zone of an American address, where its state leaves no doubt. Pure. */
import { codeInAddress, usStates } from '#contract/us-states.ts';

/** An address may also be in Puerto Rico, where nobody is licensed. */
const namesOfStates = { ...usStates, PR: 'Puerto Rico' };

type Code = keyof typeof namesOfStates;

/** States with one time everywhere, by zone. Not those of two zones, or where some places keep another by custom. */
const statesOfZones: Readonly<Record<string, readonly Code[]>> = {
  'America/New_York': [
    ...(['CT', 'DE', 'DC', 'GA', 'ME', 'MD', 'MA', 'NH', 'NJ'] as const),
    ...(['NY', 'NC', 'OH', 'PA', 'RI', 'SC', 'VT', 'VA', 'WV'] as const),
  ],
  'America/Chicago': ['AR', 'IL', 'IA', 'LA', 'MN', 'MS', 'MO', 'OK', 'WI'],
  'America/Denver': ['CO', 'MT', 'NM', 'UT', 'WY'],
  'America/Los_Angeles': ['CA', 'WA'],
  'Pacific/Honolulu': ['HI'],
  'America/Puerto_Rico': ['PR'],
};

/** The time zone (IANA) of an address; null when its state has more than one, or when the address names no state. */
export function zoneOfAddress(address: string): string | null {
  const state = codeInAddress(address, namesOfStates);
  const zones = Object.entries(statesOfZones);
  return zones.find(([, codes]) => codes.some((code) => code === state))?.[0] ?? null;
}
