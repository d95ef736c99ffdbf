import { expect, test } from 'vitest';
import type { DealPatch } from '#contract/desk/record-schemas.ts';
import { sendTap } from './deal-tap.ts';
import type { Sent } from './sent.ts';
import { recordOf } from './testing.ts';

const base = recordOf().deal;

/** A server's deal, which it changes by version. */
function storing(parts: Partial<typeof base> = {}) {
  let stands = { ...base, ...parts };
  const edit = async (version: number, patch: DealPatch): Promise<Sent> => {
    if (version !== stands.version) return { kind: 'late', record: recordOf({ deal: stands }) };
    stands = { ...stands, ...patch, version: version + 1 } as typeof base;
    return { kind: 'taken', record: recordOf({ deal: stands }) };
  };
  return { edit, stored: () => stands };
}

test('R791 a vehicle that somebody else chose meanwhile is not replaced', async () => {
  const { edit, stored } = storing({ vehicle: 'used', version: 2 });
  expect(await sendTap(base, { vehicle: 'new', seen: [null] }, edit)).toEqual({ kind: 'late' });
  // Also when this console has heard of it after the tap.
  expect(await sendTap(stored(), { vehicle: 'new', seen: [null] }, edit)).toEqual({ kind: 'late' });
  expect(stored().vehicle).toBe('used');
});

test('R791 a vehicle that the person tapped before, and got no answer, is replaced by their next tap', async () => {
  const { edit, stored } = storing({ vehicle: 'new', version: 2 });
  expect(await sendTap(base, { vehicle: 'used', seen: [null, 'new'] }, edit)).toMatchObject({ kind: 'taken' });
  expect(stored().vehicle).toBe('used');
});

test('R791 a tap on a deal that can no longer be changed is sent once', async () => {
  let sends = 0;
  const tap = { product: 'gap', isChosen: true } as const;
  const sent = await sendTap(base, tap, async () => {
    sends += 1;
    return { kind: 'late', record: recordOf() };
  });
  expect(sent).toEqual({ kind: 'late' });
  expect(sends).toBe(1);
});

test('R791 a tap that others are always quicker than ends after five tries', async () => {
  let version = base.version;
  const tap = { product: 'gap', isChosen: true } as const;
  const sent = await sendTap(base, tap, async () => {
    version += 1;
    return { kind: 'late', record: recordOf({ deal: { ...base, version } }) };
  });
  expect(sent).toEqual({ kind: 'refused', text: 'Others keep changing the deal. Press it again.' });
  expect(version).toBe(base.version + 5);
});
