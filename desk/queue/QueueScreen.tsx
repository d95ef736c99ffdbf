import './queue.css';
import { useRef, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { dealLimits } from '#contract/desk/board.ts';
import type { Board } from '#contract/desk/board-schemas.ts';
import { deskPath } from '#contract/desk/session.ts';
import { paths, requestAddress } from '../app/paths.ts';
import { deskClock, useMay } from '../lib/session.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { useTabName } from '../lib/use-tab.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { BoardList } from './BoardList.tsx';
import { groupsOf } from './board-rows.ts';
import { Found } from './Found.tsx';
import { LogCall } from './LogCall.tsx';
import { RecordPane } from './RecordPane.tsx';
import { canAccept, sendStep, useBoard } from './requests.ts';
import { whyNot } from './sent.ts';

const hrefOf = (id: string): string => `${deskPath}${requestAddress(id)}`;

interface QueueProps {
  board: Board;
  /** The open record. */
  selected: string | undefined;
  search: string;
}

function Queue({ board, selected, search }: QueueProps) {
  const nowMs = useNow(deskClock, true);
  const [, go] = useLocation();
  const open = (id: string) => go(requestAddress(id));
  const groups = groupsOf(board, search);
  const mayWork = useMay('workRequests');
  const [failed, setFailed] = useState<{ readonly text: string; readonly count: number }>();
  const accept = async (id: string) => {
    open(id);
    const text = whyNot(await sendStep(id, 'accept'), deskClock.now());
    setFailed((before) => (text === undefined ? undefined : { text, count: (before?.count ?? 0) + 1 }));
  };
  useListKeys({
    ids: groups.flatMap(({ rows }) => rows.map(({ id }) => id)),
    selected,
    onLeave: () => go(paths.board),
    acts: {
      a: (id) => {
        // The record may know already that the request waits again, before the board does.
        if (mayWork && (board.waiting.some((row) => row.id === id) || canAccept(id))) void accept(id);
      },
    },
  });
  return (
    <>
      <Alert tone="stop" shown={failed !== undefined} attempt={failed?.count ?? 0}>
        <p>{failed?.text}</p>
      </Alert>
      {groups.length === 0 && (
        <p className="board-none">{search ? 'Nothing on the board is like that.' : 'No request is waiting.'}</p>
      )}
      <BoardList groups={groups} board={board} selected={selected} nowMs={nowMs} hrefOf={hrefOf} onOpen={open} />
      {search && <Found search={search} known={groups} hrefOf={hrefOf} onOpen={open} />}
    </>
  );
}

/** The deal board: the worklist, and beside it the open record. On a phone the record takes the list's place. */
export function QueueScreen() {
  const board = useBoard();
  const [isOpen, params] = useRoute(paths.request);
  const selected = isOpen ? params.id : undefined;
  const [search, setSearch] = useState('');
  const [logging, setLogging] = useState(false);
  const mayWork = useMay('workRequests');
  const list = useRef<HTMLDivElement>(null);
  const waiting = board.data?.waiting.length ?? 0;
  useTabName(waiting > 0 ? `${waiting} waiting` : 'Deal board');
  return (
    <div className="board" data-open={selected !== undefined || undefined}>
      <div className="board-list" ref={list}>
        <h1 className="visually-hidden" tabIndex={-1}>
          Deal board
        </h1>
        <div className="board-head">
          <input
            type="search"
            data-search=""
            className="control"
            aria-label="Search requests"
            placeholder="Search requests"
            maxLength={dealLimits.search}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <span className="key" aria-hidden="true">
            /
          </span>
          {mayWork && <Button onClick={() => setLogging(true)}>Log a call</Button>}
        </div>
        <Loaded read={board} what="the deal board">
          {(value) => <Queue board={value} selected={selected} search={search.trim()} />}
        </Loaded>
      </div>
      {selected !== undefined && (
        <RecordPane key={selected} id={selected} people={board.data?.people ?? []} hrefOf={hrefOf} />
      )}
      {mayWork && <LogCall open={logging} onClose={() => setLogging(false)} />}
    </div>
  );
}
