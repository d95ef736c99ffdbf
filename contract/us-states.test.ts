import { expect, it } from 'vitest';
import { readStates, stateCodes, stateOfAddress } from './us-states.ts';

it('R129 the states are fifty and the District of Columbia', () => {
  expect(stateCodes).toHaveLength(51);
});

it('R129 the state of an address is read from its end, in the ways in which people write it', () => {
  const addresses: Readonly<Record<string, string | undefined>> = {
    '12 Main St, Portland, ME 04101': 'ME',
    '12 Main St\nPortland, me 04101-1234': 'ME',
    '9 Elm Rd, Austin TX 78701, USA': 'TX',
    '1 Harbor Way, Portland, Maine': 'ME',
    'Charleston, West Virginia 25301': 'WV',
    '200 High St, Columbus': undefined,
    '200 High St, Columbus, OH 43215, US': 'OH',
    '400 Center Ave, Kansas City, MO': 'MO',
    '1 Mall, Washington, D.C. 20001': 'DC',
    '1 Mall, Washington, DC': 'DC',
    '14 Delaware Ave, Dover': undefined,
    '7 Maine Street': undefined,
    'come and see me': undefined,
    'Toronto, ON M5V 2T6': undefined,
    '': undefined,
  };
  for (const [address, state] of Object.entries(addresses)) expect(stateOfAddress(address), address).toBe(state);
});

it('R129 a list of states is read by codes and names, once each', () => {
  expect(readStates('me, New Hampshire;MA,, ME')).toEqual({ codes: ['MA', 'ME', 'NH'], unknown: undefined });
  expect(readStates('ME, Ontario')).toEqual({ codes: ['ME'], unknown: 'Ontario' });
  expect(readStates(' ')).toEqual({ codes: [], unknown: undefined });
});
