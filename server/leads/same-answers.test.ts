import { expect, it } from 'vitest';
import { mintId } from '#contract/reference.ts';
import { inquiryParams } from '../../tests/support/answers.ts';
import { startApp } from '../../tests/support/app.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';

eachEngine((under) => {
  it('R613 answers without an id that a lead had and that were changed since are a lead of their own', async () => {
    const { context, send, sendForm } = await startApp(under);
    const submission_id = mintId();
    const changed = { submission_id: mintId(), amends: submission_id, first_name: 'Bea' };
    for (const attempt of [{ submission_id }, changed]) await send('inquiry', inquiryParams(attempt));
    // Without an id, and then once more: that is one lead again.
    for (const _ of [1, 2]) expect(await sendForm('inquiry', inquiryParams())).toMatchObject({ status: 200 });
    const leads = await context.storage.db.selectFrom('leads').select('answers').execute();
    expect(leads.map(({ answers }) => JSON.parse(answers).first_name).sort()).toEqual(['Ada', 'Bea']);
  });
});
