/** `npm run requests`: agent requests and what happened to them. */
import { dispositions, requestTypes } from '#contract/agent-request.ts';
import type { Storage } from '#server/database/open.ts';
import { type AgentRequest, eventsOf, listRequests, stateOf } from '#server/requests/service.ts';
import { csvHead, csvLine } from './commands/csv.ts';
import { readCommand, readLimit, runCommand, usageError, withStorage, write } from './commands/run.ts';
import { clockTime, oneLine, severalLines, span, toJson } from './commands/terminal.ts';

const usage = `Usage: npm run requests -- [options]

Lists agent requests with their history, newest first.

  --running    only those that are not over
  --limit N    so many (default 20; 0 for all)
  --json       as a JSON document for each line
  --csv        as CSV for a spreadsheet, all of them unless --limit says otherwise; times are ISO-8601 in UTC
  --help       this text

With npm, write npm run --silent requests -- --csv > requests.csv, so that the file holds nothing else.`;

async function writeText(storage: Storage, request: AgentRequest): Promise<void> {
  const { reference, dealership_name: name, dealer_phone: phone, request_type: type, stored_at: storedAt } = request;
  const age = span(Date.now() - Date.parse(storedAt));
  await write(`${reference}  ${stateOf(request)}  ${oneLine(name)}  ${requestTypes[type]}  ${age} ago\n`);
  await write(`  call back: ${oneLine(phone ?? 'Not provided')}\n`);
  if (request.additional_info) {
    await write(
      `${severalLines(request.additional_info)
        .split('\n')
        .map((line) => `  | ${line}`)
        .join('\n')}\n`,
    );
  }
  if (request.closing_note) await write(`  note of who closed it: ${oneLine(request.closing_note)}\n`);
  for (const { at, kind, detail } of await eventsOf(storage.db, request.id)) {
    await write(`  ${clockTime(at)}  ${kind}${detail === null ? '' : `: ${oneLine(detail)}`}\n`);
  }
  await write('\n');
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
  stored_at: ({ stored_at }) => stored_at,
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

const writeCsv = (_storage: Storage, request: AgentRequest): Promise<void> =>
  write(csvLine(Object.values(csvColumns).map((cell) => cell(request) ?? '')));

async function writeJson(storage: Storage, request: AgentRequest): Promise<void> {
  const events = await eventsOf(storage.db, request.id);
  const history = events.map(({ seq, at, kind, detail }) => ({ seq, at, kind, detail }));
  const { id, reference, dealership_name, dealer_phone, request_type, additional_info, texting, anydesk } = request;
  const { stored_at, ended_at, accepted_by, disposition, closing_note } = request;
  const facts = { dealership_name, dealer_phone, request_type, additional_info, texting, anydesk, accepted_by };
  const ending = { ended_at, disposition, closing_note };
  const document = { id, reference, state: stateOf(request), ...facts, stored_at, ...ending, history };
  await write(`${toJson(document)}\n`);
}

await runCommand(async (args) => {
  const { options, words } = readCommand(
    args,
    {
      running: { type: 'boolean' },
      limit: { type: 'string' },
      json: { type: 'boolean' },
      csv: { type: 'boolean' },
      help: { type: 'boolean' },
    },
    usage,
  );
  if (words.length > 0) throw usageError(`There is no ${words[0]}`, usage);
  if (options.help) return write(`${usage}\n`);
  if (options.json && options.csv) throw usageError('Give --json or --csv, not both', usage);
  const limit = readLimit(options.limit, options.csv ? Number.POSITIVE_INFINITY : 20, usage);
  const writeOne = options.json ? writeJson : options.csv ? writeCsv : writeText;
  await withStorage(async (storage) => {
    if (options.csv) await write(csvHead(Object.keys(csvColumns)));
    let shown = 0;
    for await (const request of listRequests(storage.db, { limit, running: options.running === true })) {
      shown += 1;
      await writeOne(storage, request);
    }
    if (shown === 0 && !options.json && !options.csv) await write('There is no agent request.\n');
  });
});
