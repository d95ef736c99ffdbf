import '../board/board.css';
import './messages.css';
import { type MessagePage, retryAllMessages } from '#contract/desk/message-endpoints.ts';
import { messageChannels, messageFilters, messageSearch } from '#contract/desk/messages.ts';
import { paths } from '../app/paths.ts';
import { optionsOf } from '../lib/options.ts';
import { retryPage, useRows } from '../lib/read-pages.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { useList } from '../lib/use-list.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { Choices } from '../ui/Choices.tsx';
import { Confirm } from '../ui/Confirm.tsx';
import { ExportButton } from '../ui/ExportButton.tsx';
import { ListScreen } from '../ui/ListScreen.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { RowList } from '../ui/RowList.tsx';
import { Said, type Say, useSaid } from '../ui/Said.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { filterNames, queryOf, readFilters } from './filters.ts';
import { MessagePane } from './MessagePane.tsx';
import { noneText, Row } from './MessageRow.tsx';
import { askedOf, useMessages } from './messages.ts';

/** A button that has every message tried again that waits or needs attention. It asks before it does. */
function RetryAll({ page, onSaid }: { page: MessagePage; onSaid: Say }) {
  const { send, sending } = useSend(retryAllMessages);
  const { failed, waiting, unsure } = page.unfinished;
  const count = failed + waiting + unsure;
  if (failed === 0) return null;
  const label = count === 1 ? 'Try it again' : `Try all ${count} again`;
  const retry = async () => {
    const result = await send({ body: { seen: page.serverNow } });
    if (result.kind !== 'ok') onSaid('stop', failureText(result));
    else if (result.value.count === 0) onSaid('note', 'No message waits any more, or needs attention.');
    else onSaid('go', `${result.value.count === 1 ? '1 message is' : `${result.value.count} messages are`} due now.`);
  };
  return (
    <div className="row-of-buttons retry-all">
      <Confirm
        question={`Try ${count === 1 ? 'the one message' : `all ${count} messages`} again that ${count === 1 ? 'waits or needs' : 'wait or need'} a person?${unsure > 0 ? ` ${unsure} of them may have gone out already.` : ''}`}
        confirmLabel={sending ? 'Trying…' : label}
        cancelLabel="Leave them"
        onConfirm={() => retry()}
      >
        {label}
      </Confirm>
    </div>
  );
}

const place = { list: paths.messages, record: paths.message, readFilters, queryOf } as const;

/** Every mail and text. */
export function MessagesScreen() {
  const { filters, change, search, clear, selected, listPath, pathOf, leave } = useList(place);
  const read = useMessages(filters);
  const [said, say] = useSaid();
  const { rows, areAll } = useRows(read, 'messages', 'id');
  const unfinished = read.data?.[0]?.unfinished;
  useListKeys({ ids: rows.map(({ id }) => id), selected, onLeave: leave, onEnd: () => retryPage(read) });
  return (
    <ListScreen
      title="Messages"
      className="messages"
      search={{
        label: 'Search messages by the beginning of an address or a telephone number',
        placeholder: 'Address or number',
        maxLength: messageSearch.most,
        ...search,
      }}
      record={selected !== undefined && <MessagePane key={selected} id={selected} backTo={listPath} />}
    >
      <div className="choices-row">
        <Choices
          legend="Which messages"
          chosen={filters.filter}
          onChoose={(filter) => change({ ...filters, filter })}
          options={[
            { value: '', label: 'All' },
            ...filterNames.map((value) => ({
              value,
              label: messageFilters[value].label,
              count: value === 'needsPerson' ? unfinished?.failed : undefined,
            })),
          ]}
        />
        <Choices
          legend="Mails or texts"
          chosen={filters.channel}
          onChoose={(channel) => change({ ...filters, channel })}
          options={[{ value: '', label: 'Both' }, ...optionsOf(messageChannels)]}
        />
      </div>
      <Said said={said} />
      {read.data?.[0] && <RetryAll page={read.data[0]} onSaid={say} />}
      <Loaded read={read} what="the messages">
        {() => (
          <RowList rows={rows} Row={Row} selected={selected} none={noneText(filters)} pathOf={pathOf} onClear={clear} />
        )}
      </Loaded>
      <ShowMore pages={read} areAllDrawn={areAll} />
      {rows.length > 0 && <ExportButton kind="messages" filter={askedOf(filters)} />}
    </ListScreen>
  );
}
