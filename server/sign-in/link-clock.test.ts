/** A clock that was a year ahead while links were made, and is set right again. */
import { expect, test } from 'vitest';
import { type LinkKind, staffTimes } from '#contract/desk/session.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { isoAfter } from '#server/times.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { createLinks } from './links.ts';

const yearMs = 365 * 24 * 3_600_000;
const start = new Date('2026-11-21T14:00:00.000Z');
const kinds = Object.keys(staffTimes.linkForMs) as LinkKind[];

eachEngine((under) => {
  test.each(kinds)(
    'R49 a link (%s) that was made while the clock was ahead lasts no longer than others',
    async (kind) => {
      const clock = { at: start };
      const storage = await under.openStorage();
      const keyed = createKeyedHash('k'.repeat(43));
      const links = createLinks({ storage, keyed, now: () => clock.at, publicUrl: 'https://boxline.example' });
      const make = () => storage.transaction((trx) => links.make(trx, kind, null));
      const look = ({ url }: { url: string }) => links.look(url.slice(url.indexOf('#') + 1));
      const expires_at = isoAfter(start, staffTimes.linkForMs[kind]);

      clock.at = new Date(start.getTime() + yearMs);
      const ahead = await make();
      clock.at = start;
      await links.shorten();
      expect(await look(ahead)).toMatchObject({ expires_at });

      const right = await make();
      clock.at = new Date(start.getTime() - 30_000);
      await links.shorten();
      expect(await look(right)).toMatchObject({ expires_at });
    },
  );
});
