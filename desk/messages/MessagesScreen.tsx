import './messages.css';
import { useState } from 'react';
import { useLocation, useRoute, useSearchParams } from 'wouter';
import { Button } from '#client/ui/Button.tsx';
import { Confirm } from '#client/ui/Confirm.tsx';
import { listMessages, type MessagePage, type MessageRow, retryAllMessages } from '#contract/desk/message-endpoints.ts';
import {
  type MessageChannel,
  type MessageFilter,
  messageChannels,
  messageFilters,
  messageSearch,
} from '#contract/desk/messages.ts';
import { deskPath } from '#contract/desk/session.ts';
import { messageAddress, paths } from '../app/paths.ts';
import { useRead } from '../lib/read.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { Screen } from '../ui/Screen.tsx';
import { When } from '../ui/When.tsx';
import { MessagePane } from './MessagePane.tsx';
import { aboutText, kindText, standingText, toneOf } from './words.ts';

/** What the list is narrowed to. It is in the address, so Back works and a colleague can be sent it. */
interface Narrowing {
  readonly filter: MessageFilter | undefined;
  readonly channel: MessageChannel | undefined;
  readonly search: string;
}

function useNarrowing(): [Narrowing, (next: Partial<Record<keyof Narrowing, string>>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = params.get('filter') ?? '';
  const channel = params.get('channel') ?? '';
  const narrowing = {
    filter: Object.hasOwn(messageFilters, filter) ? (filter as MessageFilter) : undefined,
    channel: Object.hasOwn(messageChannels, channel) ? (channel as MessageChannel) : undefined,
    search: params.get('search') ?? '',
  };
  const change = (next: Partial<Record<keyof Narrowing, string>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(next)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      },
      { replace: 'search' in next },
    );
  return [narrowing, change];
}

interface ChoicesProps<Name extends string> {
  legend: string;
  name: string;
  options: readonly { readonly value: Name | ''; readonly label: string; readonly count?: number | undefined }[];
  chosen: Name | undefined;
  onChoose: (value: Name | '') => void;
}

function Choices<Name extends string>({ legend, name, options, chosen, onChoose }: ChoicesProps<Name>) {
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value, label, count }) => (
        <label key={value} className="choice-pill">
          <input
            type="radio"
            name={name}
            value={value}
            checked={(chosen ?? '') === value}
            onChange={() => onChoose(value)}
          />
          <span>
            {label}
            {count !== undefined && count > 0 && <span className="choice-count"> {count}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface RowProps {
  row: MessageRow;
  selected: boolean;
  href: string;
  onOpen: () => void;
}

function Row({ row, selected, href, onOpen }: RowProps) {
  return (
    <li className="row message-row" data-tone={toneOf(row)}>
      <a
        href={href}
        aria-current={selected || undefined}
        data-row={row.id}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <span className="row-age">
          <When at={row.createdAt} />
        </span>
        <span className="row-dealer">
          <strong>{row.toOperator ? 'The operator' : row.to}</strong>
          <span className="row-local">
            {messageChannels[row.channel]}: {kindText(row.kind)}
          </span>
        </span>
        <span className="row-standing">{standingText(row)}</span>
        <span className="row-holder">{aboutText(row)}</span>
      </a>
    </li>
  );
}

interface PartProps {
  narrowing: Narrowing;
  cursor: string;
  isLast: boolean;
  selected: string | undefined;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  onMore: (cursor: string) => void;
}

const queryOf = ({ filter, channel, search }: Narrowing, cursor: string) => ({
  ...(filter && { filter }),
  ...(channel && { channel }),
  ...(search.length >= messageSearch.least && { search }),
  ...(cursor && { cursor }),
});

function useMessages(narrowing: Narrowing, cursor: string) {
  return useRead(
    listMessages,
    { query: queryOf(narrowing, cursor) },
    { topics: ['messages'], keepEarlier: cursor === '' },
  );
}

/** So many messages as the server gives at once. */
function Part({ narrowing, cursor, isLast, selected, hrefOf, onOpen, onMore }: PartProps) {
  const read = useMessages(narrowing, cursor);
  const isNarrowed = narrowing.filter || narrowing.channel || narrowing.search;
  return (
    <Loaded read={read} what="the messages">
      {({ messages, nextCursor }) => (
        <>
          {messages.length > 0 && (
            <ul>
              {messages.map((row) => (
                <Row
                  key={row.id}
                  row={row}
                  selected={row.id === selected}
                  href={hrefOf(row.id)}
                  onOpen={() => onOpen(row.id)}
                />
              ))}
            </ul>
          )}
          {messages.length === 0 && cursor === '' && (
            <p className="empty" role="status">
              {isNarrowed
                ? narrowing.filter === 'needsPerson'
                  ? 'No message needs a person.'
                  : 'No message fits what you chose.'
                : 'Nothing was sent yet.'}
            </p>
          )}
          {isLast && nextCursor !== null && (
            <p className="more-entries">
              <Button onClick={() => onMore(nextCursor)}>Show earlier messages</Button>
            </p>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Has everything tried again that waits or needs a person, after a question. */
function RetryAll({ page, onSaid }: { page: MessagePage; onSaid: (text: string, failed: boolean) => void }) {
  const { send, sending } = useSend(retryAllMessages);
  const { failed, waiting, unsure } = page.unfinished;
  const count = failed + waiting + unsure;
  if (failed === 0) return null;
  const retry = async () => {
    const result = await send({ body: {} });
    if (result.kind !== 'ok') onSaid(failureText(result), true);
    else onSaid(`${result.value.count === 1 ? '1 message is' : `${result.value.count} messages are`} due now.`, false);
  };
  return (
    <div className="row-of-buttons retry-all">
      <Confirm
        question={`Try ${count === 1 ? 'the one message' : `all ${count} messages`} again that ${count === 1 ? 'waits or needs' : 'wait or need'} a person?${unsure > 0 ? ` ${unsure} of them may have gone out already.` : ''}`}
        confirmLabel={sending ? 'Trying…' : 'Try all again'}
        cancelLabel="Leave them"
        onConfirm={() => void retry()}
      >
        Try all again
      </Confirm>
    </div>
  );
}

/** Every mail and text, and beside the list the open one. On a phone the record takes the list's place. */
export function MessagesScreen() {
  const [narrowing, change] = useNarrowing();
  const [isOpen, params] = useRoute(paths.message);
  const [, go] = useLocation();
  const { search } = window.location;
  const selected = isOpen ? params.id : undefined;
  const [cursors, setCursors] = useState<readonly string[]>(['']);
  const [said, say] = useSaid();
  const first = useMessages(narrowing, '');
  const narrow = (next: Parameters<typeof change>[0]) => {
    setCursors(['']);
    change(next);
  };
  const hrefOf = (id: string) => `${deskPath}${messageAddress(id)}${search}`;
  const open = (id: string) => go(`${messageAddress(id)}${search}`);
  const leave = () => go(`${paths.messages}${search}`);
  useListKeys({ ids: (first.data?.messages ?? []).map(({ id }) => id), selected, onLeave: leave });
  const unfinished = first.data?.unfinished;
  const controls = (
    <input
      type="search"
      data-search=""
      className="search"
      placeholder="Address or number"
      aria-label="Search messages by the beginning of an address or a telephone number"
      maxLength={messageSearch.most}
      defaultValue={narrowing.search}
      onChange={({ currentTarget }) => narrow({ search: currentTarget.value.trim() })}
    />
  );
  return (
    <div className="board messages" data-open={selected !== undefined || undefined}>
      <div className="board-list">
        <Screen title="Messages" controls={controls}>
          <search className="filters choices-row">
            <Choices
              legend="Which messages"
              name="filter"
              chosen={narrowing.filter}
              onChoose={(filter) => narrow({ filter })}
              options={[
                { value: '', label: 'All' },
                ...(Object.keys(messageFilters) as MessageFilter[]).map((value) => ({
                  value,
                  label: messageFilters[value].label,
                  count: value === 'needsPerson' ? unfinished?.failed : undefined,
                })),
              ]}
            />
            <Choices
              legend="Mails or texts"
              name="channel"
              chosen={narrowing.channel}
              onChoose={(channel) => narrow({ channel })}
              options={[
                { value: '', label: 'Both' },
                ...(Object.keys(messageChannels) as MessageChannel[]).map((value) => ({
                  value,
                  label: messageChannels[value],
                })),
              ]}
            />
          </search>
          <Said said={said} />
          {first.data && <RetryAll page={first.data} onSaid={(text, failed) => say(failed ? 'stop' : 'go', text)} />}
          {cursors.map((cursor, index) => (
            <Part
              key={cursor}
              narrowing={narrowing}
              cursor={cursor}
              isLast={index === cursors.length - 1}
              selected={selected}
              hrefOf={hrefOf}
              onOpen={open}
              onMore={(next) => setCursors([...cursors, next])}
            />
          ))}
          {(first.data?.messages.length ?? 0) > 0 && <ExportButton kind="messages" filter={queryOf(narrowing, '')} />}
        </Screen>
      </div>
      {selected !== undefined && <MessagePane key={selected} id={selected} onLeave={leave} />}
    </div>
  );
}
