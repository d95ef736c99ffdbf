import { describe, expect, it } from 'vitest';
import { isTimeZone } from './name.ts';
import { zoneOfAddress } from './zone-of-address.ts';

describe('R112 the time zone of an address', () => {
  it.each([
    ['12 Pier Road, Portland, ME 04101', 'America/New_York'],
    ['12 Pier Road\nPortland ME 04101-1234', 'America/New_York'],
    ['4400 Cedar Ave, Des Moines, Iowa 50309, USA', 'America/Chicago'],
    ['9 Main St, Charleston, West Virginia', 'America/New_York'],
    ['9 Main St, Santa Fe, NM', 'America/Denver'],
    ['77 Harbor Dr., Long Beach, Calif. 90802, CA 90802, U.S.A.', 'America/Los_Angeles'],
    ['1 Ala Moana Blvd, Honolulu, HI 96813 United States', 'Pacific/Honolulu'],
    ['2 Calle del Cristo, San Juan, PR 00901', 'America/Puerto_Rico'],
    ['1600 New Hampshire Ave NW, Washington, District of Columbia 20009', 'America/New_York'],
  ])('%s is %s', (address, zone) => {
    expect(zoneOfAddress(address)).toBe(zone);
    expect(isTimeZone(zone)).toBe(true);
  });

  it.each([
    ['a state with two zones', '500 Gulf Rd, Pensacola, FL 32501'],
    ['a state with two zones, by name', '8 Elm St, Evansville, Indiana 47708'],
    ['a state with a reservation that keeps another time', '3 Mesa Rd, Tuba City, AZ 86045'],
    ['no state', '12 Pier Road, Portland'],
    ['a word that only looks like a state', '14 Come on in'],
    ['a town whose name ends like a state', '88 Shore Road, Port Washington'],
    ['another country', '10 Rue de la Paix, 75002 Paris, France'],
    ['nothing', ''],
  ])('is left open for %s', (_, address) => {
    expect(zoneOfAddress(address)).toBeNull();
  });
});
