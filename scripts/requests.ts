/** `npm run requests`: agent requests and what happened to them. */
import { Option } from '@commander-js/extra-typings';
import { dispositions, requestTypes } from '#contract/agent-request.ts';
import { dealStages, type Product, products, vehicles } from '#contract/desk/board.ts';
import { type Columns, cellsOf, columnsOf, csvHead, csvLine } from '#server/csv.ts';
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
  return csvLine([
    ...cellsOf(csvColumns, request),
    ...cellsOf(dealColumns, await findDeal(db, request.id)),
    ...cellsOf(handOffColumns, await lastHandOff(db, request.id)),
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

function callText(call: LoggedCall): string {
  const { reference, dealership_name: name, request_type: type, disposition, minutes, logged_by: by, note } = call;
  const took = minutes === null ? [] : [`${minutes} minutes`];
  const facts = [oneLine(name), requestTypes[type], dispositions[disposition], ...took, oneLine(by)];
  const lines = [`${reference}  ${clockTime(call.created_at)}  ${facts.join('  ')}`];
  if (note !== '') for (const line of severalLines(note).split('\n')) lines.push(`  | ${line}`);
  return `${lines.join('\n')}\n`;
}

const callCsv = (call: LoggedCall): string => csvLine(cellsOf(callColumns, call));
const callJson = (call: LoggedCall): string => `${toJson(factsOf(callColumns, call))}\n`;

/** What a row has in each column, by the names of the columns. */
const factsOf = <Row>(columns: Columns<Row>, row: Row) =>
  Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(row)]));

/** The members of a request in JSON, before its deal, its hand-offs and its history. */
const jsonColumns: Columns<AgentRequest> = {
  ...columnsOf<AgentRequest>('id', 'reference'),
  state: stateOf,
  ...columnsOf<AgentRequest>('dealership_name', 'dealer_phone', 'request_type', 'additional_info', 'sms_status'),
  ...columnsOf<AgentRequest>('anydesk', 'accepted_by', 'created_at', 'ended_at', 'disposition', 'closing_note'),
};

async function jsonOf({ db }: Storage, request: AgentRequest): Promise<string> {
  const deal = await findDeal(db, request.id);
  const handOffs = await handOffsOf(db, request.id);
  const events = await eventsOf(db, request.id);
  const document = {
    ...factsOf(jsonColumns, request),
    deal: deal ? factsOf(dealColumns, deal) : null,
    hand_offs: handOffs.map(({ id, request_id, products: list, ...one }) => ({ ...one, products: productsText(list) })),
    history: events.map(({ seq, at, kind, detail }) => ({ seq, at, kind, detail })),
  };
  return `${toJson(document)}\n`;
}

export const requests: Declare = (command, { now, withStorage, write }) => {
  /** Writes each row as a text. `none` is written when there is no row. */
  async function writeEach<Row>(
    rows: AsyncIterable<Row>,
    textOf: (row: Row) => string | Promise<string>,
    none: string,
  ): Promise<void> {
    let shown = 0;
    for await (const row of rows) {
      shown += 1;
      await write(await textOf(row));
    }
    if (shown === 0) await write(none);
  }

  command
    .description('Lists agent requests with their history, newest first.')
    .addOption(new Option('--running', 'only those that are not over').conflicts('calls'))
    .option('--calls', 'the calls that reached the desk without a request, instead of the requests')
    .option('--limit <n>', 'so many (default 20, with --csv all; 0 for all)', readLimit)
    .addOption(new Option('--json', 'as a JSON document for each line').conflicts('csv'))
    .option('--csv', 'as CSV for a spreadsheet; times are ISO-8601 in UTC')
    .addHelpText('after', helpOnFiles('requests'))
    .action(({ running = false, calls = false, limit, json = false, csv = false }) =>
      withStorage(async (storage) => {
        const most = limit ?? (csv ? Number.POSITIVE_INFINITY : 20);
        const none = json || csv ? '' : `There is no ${calls ? 'logged call' : 'agent request'}.\n`;
        if (csv) await write(csvHead(calls ? Object.keys(callColumns) : csvNames));
        if (calls) return writeEach(listCalls(storage.db, most), json ? callJson : csv ? callCsv : callText, none);
        const textOfOne = json ? jsonOf : csv ? csvOf : textOf;
        const found = listRequests(storage.db, { limit: most, running });
        return writeEach(found, (request) => textOfOne(storage, request, now()), none);
      }),
    );
};

if (import.meta.main) await runAsProcess('requests', requests);
