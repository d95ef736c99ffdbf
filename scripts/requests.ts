/** `npm run requests`: agent requests and what happened to them. */
import { Option } from '@commander-js/extra-typings';
import { dispositions, requestTypes } from '#contract/agent-request.ts';
import type { Storage } from '#server/database/open.ts';
import { type AgentRequest, eventsOf, listRequests, stateOf } from '#server/requests/service.ts';
import { csvHead, csvLine } from './commands/csv.ts';
import { type Declare, helpOnFiles, readLimit, runAsProcess } from './commands/run.ts';
import { clockTime, oneLine, severalLines, span, toJson } from './commands/terminal.ts';

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
  for (const { at, kind, detail } of await eventsOf(storage.db, request.id)) {
    lines.push(`  ${clockTime(at)}  ${kind}${detail === null ? '' : `: ${oneLine(detail)}`}`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** The columns of the CSV, in their order. What has not happened is empty. */
const csvColumns: Readonly<Record<string, (request: AgentRequest) => string | null>> = {
  reference: ({ reference }) => reference,
  dealership: ({ dealership_name }) => dealership_name,
  dealer_phone: ({ dealer_phone }) => dealer_phone,
  request: ({ request_type }) => requestTypes[request_type],
  additional_info: ({ additional_info }) => additional_info,
  state: stateOf,
  disposition: ({ disposition }) => disposition && dispositions[disposition],
  closing_note: ({ closing_note }) => closing_note,
  accepted_by: ({ accepted_by }) => accepted_by,
  handed_back_by: ({ handed_back_by }) => handed_back_by,
  created_at: ({ created_at }) => created_at,
  sent_at: ({ sent_at }) => sent_at,
  delivered_at: ({ delivered_at }) => delivered_at,
  handed_back_at: ({ handed_back_at }) => handed_back_at,
  nobody_left_at: ({ nobody_left_at }) => nobody_left_at,
  accepted_at: ({ accepted_at }) => accepted_at,
  late_at: ({ late_told_at }) => late_told_at,
  connected_at: ({ connected_at }) => connected_at,
  closing_at: ({ closing_at }) => closing_at,
  ended_at: ({ ended_at }) => ended_at,
};

const csvOf = async (_storage: Storage, request: AgentRequest): Promise<string> =>
  csvLine(Object.values(csvColumns).map((cell) => cell(request) ?? ''));

async function jsonOf(storage: Storage, request: AgentRequest): Promise<string> {
  const events = await eventsOf(storage.db, request.id);
  const history = events.map(({ seq, at, kind, detail }) => ({ seq, at, kind, detail }));
  const { id, reference, dealership_name, dealer_phone, request_type, additional_info, sms_status, anydesk } = request;
  const { created_at, ended_at, accepted_by, disposition, closing_note } = request;
  const facts = { dealership_name, dealer_phone, request_type, additional_info, sms_status, anydesk, accepted_by };
  const ending = { ended_at, disposition, closing_note };
  const document = { id, reference, state: stateOf(request), ...facts, created_at, ...ending, history };
  return `${toJson(document)}\n`;
}

export const requests: Declare = (command, { now, withStorage, write }) => {
  command
    .description('Lists agent requests with their history, newest first.')
    .option('--running', 'only those that are not over')
    .option('--limit <n>', 'so many (default 20, with --csv all; 0 for all)', readLimit)
    .addOption(new Option('--json', 'as a JSON document for each line').conflicts('csv'))
    .option('--csv', 'as CSV for a spreadsheet; times are ISO-8601 in UTC')
    .addHelpText('after', helpOnFiles('requests'))
    .action(async ({ running = false, limit, json = false, csv = false }) => {
      const textOfOne = json ? jsonOf : csv ? csvOf : textOf;
      await withStorage(async (storage) => {
        if (csv) await write(csvHead(Object.keys(csvColumns)));
        let shown = 0;
        for await (const request of listRequests(storage.db, {
          limit: limit ?? (csv ? Number.POSITIVE_INFINITY : 20),
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
