import { expect, it } from 'vitest';
import { longestSearch } from '#contract/desk/search.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { startLeads } from '../../tests/support/leads.ts';

eachEngine((under) => {
  it('R371 a mail address of the greatest length is found when it is pasted, and refused by no list of the desk', async () => {
    const { send, list, desk, signInAs } = await startLeads(under);
    const { cookie } = await signInAs('admin');
    const domain = `${Array.from({ length: 3 }, () => 'a'.repeat(60)).join('.')}.example`;
    const address = `${'sales'.padEnd(longestSearch - domain.length - 1, 'x')}@${domain}`;
    expect(address).toHaveLength(longestSearch);
    const id = await send('inquiry', { email: address });
    await send('inquiry', { email: `other${address.slice(5)}` });
    const search = encodeURIComponent(address);
    expect((await list(cookie, `status=all&search=${search}`)).rows.map((row) => row.id)).toEqual([id]);
    for (const path of ['requests', 'dealerships', 'people']) {
      const { status, text } = await desk('GET', `/api/desk/${path}?search=${search}`, { cookie });
      expect([status, text], path).toEqual([200, expect.stringContaining('[]')]);
    }
  });
});
