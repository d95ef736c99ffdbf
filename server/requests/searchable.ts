/** Writes the text by which a search finds a request: what people typed about it and its deal, and its telephone number. */
import type { Trx } from '#server/database/open.ts';
import { removeSearchText, writeSearchText } from '#server/search/service.ts';
import type { AgentRequest } from './store.ts';
import { findDeal, handOffsOf } from './store-deals.ts';

const typedIn = (request: AgentRequest): (string | null)[] => [
  request.callback_name,
  request.additional_info,
  request.anydesk,
  request.dealer_phone,
  request.closing_note,
];

/** Writes the search text of a request, in the transaction that changed the request. Removes the entry when the text is empty. */
export async function writeRequestSearch(trx: Trx, request: AgentRequest): Promise<void> {
  const handOffs = await handOffsOf(trx, request.id);
  const deal = await findDeal(trx, request.id);
  const isWhole = request.erased_at === null;
  const texts = [
    ...typedIn(request),
    ...(deal && isWhole ? [deal.dms_deal_number, deal.stock_number, deal.lender, deal.not_billed_reason] : []),
    ...handOffs.flatMap(({ lender, open_stipulations, promised }) => [lender, open_stipulations, promised]),
  ];
  const text = texts.filter(Boolean).join('\n');
  if (text === '') await removeSearchText(trx, 'request', request.id);
  else await writeSearchText(trx, 'request', request.id, text);
}
