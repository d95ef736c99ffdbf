/** The queries of the desk's lists of leads and messages, with a long history: every read is bounded by an index. */
import { expect, test } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { startDesk } from '../../tests/support/desk.ts';
import { eachEngineAlways } from '../../tests/support/each-engine.ts';
import { analyze, hearQueries, insertMany, statementsReadingWhole } from '../../tests/support/heard-queries.ts';

const rows = 6000;

/** The tables that grow for as long as the server is used. */
const growing = ['leads', 'lead_events', 'lead_keys', 'submissions', 'messages', 'message_events'];

/**
 * Indexes that may be read whole: those in the order of a list, which is read only until the page is full, and those that hold only
 * open rows.
 */
const inListOrder =
  /^(leads_(open|closed|flagged)\w*|messages_(newest|by_age|to_send|unfinished|failed|unsent)\w*|messages_by_recipient)$/;

/** Answers as long as those of a real form: a short table is read whole, whatever indexes it has. */
const answers = JSON.stringify({ additional_info: 'Trade has a second lien. '.repeat(60) });

eachEngineAlways((under) => {
  test('R50 no list of leads or messages reads a table that grows from end to end', { timeout: 120_000 }, async () => {
    const quiet = await under.openStorage();
    const heard = hearQueries(quiet);
    const { signInAs, desk, context } = await startDesk(under, {}, { storage: heard.storage });
    const at = (n: number) => new Date(context.now().getTime() - (rows - n) * 3_600_000).toISOString();
    const ids = Array.from({ length: rows }, () => mintId());
    const submissionIds = Array.from({ length: rows }, () => mintId());
    await insertMany(
      quiet,
      'leads',
      rows,
      (n) =>
        ({
          id: ids[n] ?? '',
          kind: n % 2 ? 'inquiry' : 'intake',
          reference: `BX-${n}`,
          answers,
          flags: n % 90 === 0 ? '["honeypot"]' : '[]',
          status: n % 30 ? 'won' : 'new',
          created_at: at(n),
          due_at: at(n),
          keyed_at: at(n),
          ...(n % 30 && { closed_at: at(n) }),
        }) as const,
    );
    await insertMany(
      quiet,
      'submissions',
      rows,
      (n) =>
        ({
          id: submissionIds[n] ?? '',
          lead_id: ids[n] ?? '',
          kind: n % 2 ? 'inquiry' : 'intake',
          fingerprint: `${n}`,
          answers,
          submitted_date: '',
          created_at: at(n),
        }) as const,
    );
    await insertMany(
      quiet,
      'lead_events',
      rows,
      (n) =>
        ({
          id: mintId(),
          lead_id: ids[n] ?? '',
          at: at(n),
          kind: 'note',
          detail: '{"text":"a note"}',
        }) as const,
    );
    await insertMany(
      quiet,
      'lead_keys',
      rows,
      (n) => ({ lead_id: ids[n] ?? '', kind: 'phone', value: `+1207${n % 5000}` }) as const,
    );
    await insertMany(
      quiet,
      'messages',
      rows,
      (n) =>
        ({
          id: mintId(),
          kind: 'lead-confirmation',
          channel: n % 3 ? 'mail' : 'sms',
          subject_id: submissionIds[n] ?? '',
          recipient: `dealer-${n % 700}@store.example`,
          state: n % 50 === 0 ? 'failed' : n % 7 === 0 ? 'expired' : 'sent',
          created_at: at(n),
          due_at: at(n),
          ...(n % 50 === 0 && { failed_at: at(n) }),
        }) as const,
    );
    await analyze(quiet);
    const { cookie } = await signInAs('admin');
    heard.clear();
    const read = async <Answer>(path: string): Promise<Answer> => {
      const answer = await desk('GET', `/api/desk/${path}`, { cookie });
      expect(answer.status, path).toBe(200);
      return answer.json() as Answer;
    };
    for (const query of [
      '',
      'status=all',
      'status=won',
      'form=intake',
      'late=yes',
      'flagged=yes',
      'mine=yes',
      'search=BX-77',
    ]) {
      const { cursor } = await read<{ cursor: string | null }>(`leads?${query}`);
      if (cursor !== null) await read(`leads?${query}&cursor=${cursor}`);
    }
    await read(`leads/${ids[9]}`);
    for (const query of [
      '',
      'filter=needsPerson',
      'filter=waiting',
      'filter=sent&channel=sms',
      'filter=notSent',
      'search=dealer-7',
    ]) {
      const { nextCursor } = await read<{ nextCursor: string | null }>(`messages?${query}`);
      if (nextCursor !== null) await read(`messages?${query}&cursor=${nextCursor}`);
    }
    await read('counts');

    const queries = heard.queries();
    expect(queries.length).toBeGreaterThan(20);
    // The rows that wait to be indexed may be read whole: this index holds nothing else.
    const mayReadWhole = (index: string, text: string) =>
      /\blimit\b/.test(text) && (inListOrder.test(index) || index === 'leads_without_keys');
    expect(await statementsReadingWhole(quiet, queries, { growing, mayReadWhole })).toEqual([]);
  });
});
