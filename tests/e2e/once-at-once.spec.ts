/** Many posts of one id that reach the server at the same time are one lead. */
import { idTaken, writeFieldErrors } from '#contract/field-errors.ts';
import { mintId } from '#contract/reference.ts';
import { sendPath } from '#contract/send.ts';
import { envelopeOf, inquiryParams } from '../support/answers.ts';
import { expect, newDealership, test } from './support.ts';

test('R13 50 parallel posts of one submission are one lead, and all are answered OK', async ({ boxline }) => {
  const dealership = newDealership();
  const body = JSON.stringify({
    ...envelopeOf('inquiry'),
    template_params: inquiryParams({ dealership_name: dealership, submission_id: mintId() }),
  });
  const headers = { 'content-type': 'application/json' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => fetch(boxline.server.url + sendPath, { method: 'POST', headers, body })),
  );
  const said = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`));
  expect(new Set(said)).toEqual(new Set(['200 OK']));
  expect(await boxline.leadsOf(dealership)).toHaveLength(1);
});

test('R13 50 parallel posts of one id with two stores are one lead of one store, and the other is told', async ({
  boxline,
}) => {
  const stores = [newDealership(), newDealership()];
  const submission_id = mintId();
  const headers = { 'content-type': 'application/json' };
  const said = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const template_params = inquiryParams({ dealership_name: stores[index % 2], submission_id });
      const body = JSON.stringify({ ...envelopeOf('inquiry'), template_params });
      const answer = await fetch(boxline.server.url + sendPath, { method: 'POST', headers, body });
      return { store: stores[index % 2], said: `${answer.status} ${await answer.text()}` };
    }),
  );
  const leads = (await Promise.all(stores.map((store) => boxline.leadsOf(store)))).flat();
  expect(leads).toHaveLength(1);
  const winner = leads[0]?.answers['dealership_name'];
  for (const { store, said: answer } of said) {
    expect(answer).toBe(store === winner ? '200 OK' : `422 ${writeFieldErrors([idTaken])}`);
  }
});
