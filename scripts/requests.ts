/** `npm run requests`: agent requests and what happened to them. */
import { Option } from '@commander-js/extra-typings';
import { dispositions, requestTypes } from '#contract/agent-request.ts';
import { dealStages, type Product, products, vehicles } from '#contract/desk/board.ts';
import { type Columns, columnsOf, csvHead, csvLine } from '#server/csv.ts';
import type { Storage } from '#server/database/open.ts';
import {
  type AgentRequest,
  eventsOf,
  findDeal,
  handOffsOf,
  type LoggedCall,
  lastHandOff,
  listCalls,
  listRequests,
  type RequestDeal,
  type RequestHandOff,
  stateOf,
} from '#server/requests/service.ts';
import { type Declare, helpOnFiles, readLimit, runAsProcess } from './commands/run.ts';
import { clockTime, oneLine, severalLines, span, toJson } from './commands/terminal.ts';

const productsText = (stored: string): string =>
  (JSON.parse(stored) as readonly Product[]).map((product) => products[product]).join(', ');

/** The known facts of a deal, by name. Unknown ones are left out. */
function dealFacts(deal: RequestDeal): (readonly [string, string])[] {
  const { dms_deal_number, stock_number, lender, vehicle, minutes, not_billed_reason } = deal;
  const facts = [
    ['DMS deal', dms_deal_number],
    ['stock', stock_number],
    ['lender', lender],
    ['products', productsText(deal.products)],
    ['vehicle', vehicle && vehicles[vehicle]],
    ['minutes', minutes === null ? null : String(minutes)],
    ['not billed', not_billed_reason],
  ] as const;
  return facts.flatMap(([name, fact]) => (fact === null || fact === '' ? [] : [[name, oneLine(fact)] as const]));
}

function handOffText({ at, from_name, to_name, stage, lender, products, open_stipulations, promised }: RequestHandOff) {
  const told = [
    ['lender', lender],
    ['products', productsText(products)],
    ['open', open_stipulations],
    ['promised', promised],
  ].flatMap(([name, text = '']) => (text === '' ? [] : [`${name} ${oneLine(text)}`]));
  const whom = `${oneLine(from_name)} to ${oneLine(to_name ?? 'everybody')}`;
  return `  hand-off ${clockTime(at)}: ${[whom, dealStages[stage], ...told].join('; ')}`;
}

async function textOf(storage: Storage, request: AgentRequest, now: Date): Promise<string> {
  const { reference, dealership_name: name, dealer_phone: phone, request_type: type, created_at: createdAt } = request;
  const age = span(now.getTime() - Date.parse(createdAt));
  const lines = [
    `${reference}  ${stateOf(request)}  ${oneLine(name)}  ${requestTypes[type]}  ${age} ago`,
    `  call back: ${oneLine(phone ?? 'Not provided')}`,
  ];
  if (request.additional_info) {
    for (const line of severalLines(request.additional_info).split('\n')) lines.push(`  | ${line}`);
  }
  if (request.closing_note) lines.push(`  note of who closed it: ${oneLine(request.closing_note)}`);
  if (request.disposition) lines.push(`  disposition: ${dispositions[request.disposition]}`);
  const deal = await findDeal(storage.db, request.id);
  const facts = deal ? dealFacts(deal) : [];
  if (facts.length > 0) lines.push(`  deal: ${facts.map(([name, fact]) => `${name} ${fact}`).join('; ')}`);
  lines.push(...(await handOffsOf(storage.db, request.id)).map(handOffText));
  for (const { at, kind, detail } of await eventsOf(storage.db, request.id)) {
    lines.push(`  ${clockTime(at)}  ${kind}${detail === null ? '' : `: ${oneLine(detail)}`}`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** The columns of the CSV, in order. What has not happened is empty. */
const csvColumns: Columns<AgentRequest> = {
  reference: ({ reference }) => reference,
  dealership: ({ dealership_name }) => dealership_name,
  dealer_phone: ({ dealer_phone }) => dealer_phone,
  request: ({ request_type }) => requestTypes[request_type],
  additional_info: ({ additional_info }) => additional_info,
  state: stateOf,
  disposition: ({ disposition }) => disposition && dispositions[disposition],
  ...columnsOf<AgentRequest>('closing_note', 'accepted_by', 'handed_back_by', 'created_at', 'sent_at', 'delivered_at'),
  ...columnsOf<AgentRequest>('handed_back_at', 'nobody_left_at', 'accepted_at'),
  late_at: ({ late_told_at }) => late_told_at,
  ...columnsOf<AgentRequest>('connected_at', 'closing_at', 'ended_at'),
};

/** The columns of a deal and of the last hand-off, after those of the request. */
const dealColumns: Columns<RequestDeal> = {
  ...columnsOf<RequestDeal>('dms_deal_number', 'stock_number', 'lender'),
  products: (deal) => productsText(deal.products),
  vehicle: ({ vehicle }) => vehicle && vehicles[vehicle],
  ...columnsOf<RequestDeal>('minutes', 'not_billed_reason'),
};
const handOffColumns: Columns<RequestHandOff> = {
  handed_off_at: ({ at }) => at,
  handed_off_by: ({ from_name }) => from_name,
  handed_off_to: ({ to_name }) => to_name ?? 'everybody',
};

async function csvOf({ db }: Storage, request: AgentRequest): Promise<string> {
  const deal = await findDeal(db, request.id);
  const handOff = await lastHandOff(db, request.id);
  return csvLine([
    ...Object.values(csvColumns).map((cell) => String(cell(request) ?? '')),
    ...Object.values(dealColumns).map((cell) => String((deal && cell(deal)) ?? '')),
    ...Object.values(handOffColumns).map((cell) => String((handOff && cell(handOff)) ?? '')),
  ]);
}

const csvNames = [csvColumns, dealColumns, handOffColumns].flatMap(Object.keys);

const callColumns: Columns<LoggedCall> = {
  reference: ({ reference }) => reference,
  dealership: ({ dealership_name }) => dealership_name,
  request: ({ request_type }) => requestTypes[request_type],
  disposition: ({ disposition }) => dispositions[disposition],
  ...columnsOf<LoggedCall>('minutes', 'note', 'logged_by', 'created_at'),
};

const callCells = (call: LoggedCall) => Object.values(callColumns).map((cell) => String(cell(call) ?? ''));

function callText(call: LoggedCall): string {
  const { reference, dealership_name: name, request_type: type, disposition, minutes, logged_by: by, note } = call;
  const took = minutes === null ? [] : [`${minutes} minutes`];
  const facts = [oneLine(name), requestTypes[type], dispositions[disposition], ...took, oneLine(by)];
  const lines = [`${reference}  ${clockTime(call.created_at)}  ${facts.join('  ')}`];
  if (note !== '') for (const line of severalLines(note).split('\n')) lines.push(`  | ${line}`);
  return `${lines.join('\n')}\n`;
}

async function jsonOf(storage: Storage, request: AgentRequest): Promise<string> {
  const events = await eventsOf(storage.db, request.id);
  const history = events.map(({ seq, at, kind, detail }) => ({ seq, at, kind, detail }));
  const { id, reference, dealership_name, dealer_phone, request_type, additional_info, sms_status, anydesk } = request;
  const { created_at, ended_at, accepted_by, disposition, closing_note } = request;
  const facts = { dealership_name, dealer_phone, request_type, additional_info, sms_status, anydesk, accepted_by };
  const ending = { ended_at, disposition, closing_note };
  const found = await findDeal(storage.db, request.id);
  const deal = found && Object.fromEntries(Object.entries(dealColumns).map(([name, cell]) => [name, cell(found)]));
  const handOffs = (await handOffsOf(storage.db, request.id)).map(
    ({ id: _, request_id, products: list, ...handOff }) => ({
      ...handOff,
      products: productsText(list),
    }),
  );
  const done = { deal: deal ?? null, hand_offs: handOffs };
  const document = { id, reference, state: stateOf(request), ...facts, created_at, ...ending, ...done, history };
  return `${toJson(document)}\n`;
}

export const requests: Declare = (command, { now, withStorage, write }) => {
  async function writeCalls({ db }: Storage, limit: number, { json, csv }: { json: boolean; csv: boolean }) {
    if (csv) await write(csvHead(Object.keys(callColumns)));
    let shown = 0;
    for await (const call of listCalls(db, limit)) {
      shown += 1;
      const facts = () => Object.fromEntries(Object.entries(callColumns).map(([name, cell]) => [name, cell(call)]));
      await write(csv ? csvLine(callCells(call)) : json ? `${toJson(facts())}\n` : callText(call));
    }
    if (shown === 0 && !json && !csv) await write('There is no logged call.\n');
  }

  command
    .description('Lists agent requests with their history, newest first.')
    .addOption(new Option('--running', 'only those that are not over').conflicts('calls'))
    .option('--calls', 'the calls that reached the desk without a request, instead of the requests')
    .option('--limit <n>', 'so many (default 20, with --csv all; 0 for all)', readLimit)
    .addOption(new Option('--json', 'as a JSON document for each line').conflicts('csv'))
    .option('--csv', 'as CSV for a spreadsheet; times are ISO-8601 in UTC')
    .addHelpText('after', helpOnFiles('requests'))
    .action(async ({ running = false, calls = false, limit, json = false, csv = false }) => {
      const most = limit ?? (csv ? Number.POSITIVE_INFINITY : 20);
      if (calls) return withStorage((storage) => writeCalls(storage, most, { json, csv }));
      const textOfOne = json ? jsonOf : csv ? csvOf : textOf;
      await withStorage(async (storage) => {
        if (csv) await write(csvHead(csvNames));
        let shown = 0;
        for await (const request of listRequests(storage.db, {
          limit: most,
          running,
        })) {
          shown += 1;
          await write(await textOfOne(storage, request, now()));
        }
        if (shown === 0 && !json && !csv) await write('There is no agent request.\n');
      });
    });
};

if (import.meta.main) await runAsProcess('requests', requests);
