import { describe, expect, it } from 'vitest';
import type { AgentView } from '#contract/agent-endpoints.ts';
import { requestTimings } from '#contract/agent-request.ts';
import { deskRequestsPath } from '#contract/desk/board.ts';
import type { RequestRecord } from '#contract/desk/record-schemas.ts';
import { createKeyedHash } from '#server/keyed-hash.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { engineUnderTest } from '../../tests/support/each-engine.ts';
import { plainWords, wordsOf } from './two-words.ts';

const under = engineUnderTest('sqlite');

describe('R88 the two words before AnyDesk', () => {
  const keyed = createKeyedHash('a key of this test');
  const request = (id: string, accepted_link_id = 'a link', reopened_at: string | null = null) => ({
    id,
    accepted_link_id,
    reopened_at,
    ended_at: null,
  });
  const wordsFor = (...of: Parameters<typeof request>) => wordsOf(keyed, request(...of)) ?? [];

  it('are two different plain words, the same each time, and others for another request, key, holder and opening', () => {
    expect(new Set(plainWords).size).toBe(plainWords.length);
    for (const word of plainWords) expect(word).toMatch(/^[a-z]{4,9}$/);
    const pairs = Array.from({ length: 2000 }, (_, index) => wordsFor(`request ${index}`));
    for (const [one, other] of pairs) {
      expect(plainWords).toContain(one);
      expect(plainWords).toContain(other);
      expect(one).not.toBe(other);
    }
    // Two requests of a night hardly ever have the same: 2,000 of about 13,000 pairs.
    expect(new Set(pairs.map((pair) => pair.join(' '))).size).toBeGreaterThan(1700);
    expect(wordsFor('request 7')).toEqual(pairs[7]);
    expect(wordsFor('request 7', 'another link')).not.toEqual(pairs[7]);
    expect(wordsOf(createKeyedHash('another key'), request('request 7'))).not.toEqual(pairs[7]);
    expect(wordsFor('request 7', 'a link', '2026-11-21T21:06:00.000Z')).not.toEqual(pairs[7]);
  });

  it('R1262 are shown from the acceptance on, the same on the card, at the desk and on a link, and end with the request', async () => {
    let at = new Date('2026-11-21T21:06:00.000Z');
    const { sessionFor, shared, ask, view, agent, linksOf, signInAs, desk, context } = await startDesk(
      under,
      {},
      { now: () => at },
    );
    const token = await sessionFor(shared.code);
    const id = await ask(token);
    const { cookie } = await signInAs('agent');
    const { 'Marlow Finch': link = '', 'Tamsin Okoro': other = '' } = await linksOf(id);
    const shown = async () => [
      (await view(token, id)).words,
      (await desk('GET', `${deskRequestsPath}/${id}`, { cookie })).json<RequestRecord>().words,
      (await agent(link)).json()['words'],
    ];
    expect(await shown()).toEqual([null, null, null]);
    const { words } = (await agent(link, 'accept')).json<AgentView>();
    expect(words).toHaveLength(2);
    expect(await shown()).toEqual([words, words, words]);
    expect((await agent(other)).json()['words']).toBeNull();
    await agent(link, 'done');
    at = new Date(at.getTime() + requestTimings.takeBackForMs);
    await context.agentRequests.sweep();
    expect((await view(token, id)).words).toBeNull();
  });
});

describe('R88 a link of somebody with a staff account', () => {
  it('takes the steps and leaves the note, the name and the AnyDesk address to the desk', async () => {
    const { sessionFor, shared, ask, agent, linksOf, context } = await startDesk(under);
    const { db } = context.storage;
    const token = await sessionFor(shared.code);
    const id = await ask(token, { callback_name: 'Kim', anydesk: '123456789' });
    const { 'Marlow Finch': link = '', 'Tamsin Okoro': other = '' } = await linksOf(id);
    await db.updateTable('people').set({ role: 'agent' }).where('name', '=', 'Marlow Finch').execute();
    const details = { additionalInfo: 'Customer is in the chair', callbackName: 'Kim', anydesk: '123456789' };
    const hidden = { additionalInfo: '', callbackName: null, anydesk: null, words: null, atDesk: true };
    expect((await agent(other)).json()).toMatchObject({ ...details, atDesk: false });
    expect((await agent(link)).json()).toMatchObject({ ...hidden, reference: expect.stringMatching(/^BX-/) });
    const accepted = await agent(link, 'accept');
    expect(accepted.status).toBe(200);
    expect(accepted.json()).toMatchObject({ ...hidden, mine: true, dealerPhone: expect.any(String) });
    expect(accepted.text).not.toContain('chair');
    expect(accepted.text).not.toContain('Kim');
    // Whoever loses the account has the link alone again.
    await db.updateTable('people').set({ role: null }).where('name', '=', 'Marlow Finch').execute();
    expect((await agent(link)).json()).toMatchObject({ ...details, atDesk: false });
  });
});
