import './queue.css';
import { useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { dealLimits } from '#contract/desk/board.ts';
import type { Board } from '#contract/desk/board-schemas.ts';
import { deskPath } from '#contract/desk/session.ts';
import { paths, requestAddress } from '../app/paths.ts';
import { useTellFailure } from '../lib/left-press.ts';
import { deskClock, useMay } from '../lib/session.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { useTabName } from '../lib/use-tab.ts';
import { ListScreen } from '../ui/ListScreen.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { BoardList } from './BoardList.tsx';
import { groupsOf } from './board-rows.ts';
import { Found } from './Found.tsx';
import { LogCall } from './LogCall.tsx';
import { RequestPane } from './RequestPane.tsx';
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
  const groups = groupsOf(board, nowMs, search);
  const mayWork = useMay('workRequests');
  const [failed, setFailed] = useState<{ readonly text: string; readonly count: number }>();
  const tell = useTellFailure();
  const accept = async (id: string) => {
    const path = requestAddress(id);
    const about = board.waiting.find((row) => row.id === id)?.dealershipName ?? 'The request';
    go(path);
    const text = whyNot(await sendStep(id, 'accept'), deskClock.now());
    tell({ about, path }, text, () =>
      setFailed((before) => (text === undefined ? undefined : { text, count: (before?.count ?? 0) + 1 })),
    );
  };
  useListKeys({
    ids: groups.flatMap(({ rows }) => rows.map(({ id }) => id)),
    selected,
    onLeave: () => go(paths.board),
    acts: {
      a: (id) => {
        // The record may already know that the request waits again when the board does not yet.
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
      <BoardList groups={groups} board={board} selected={selected} nowMs={nowMs} />
      {search && <Found search={search} known={groups} />}
    </>
  );
}

/** The deal board: the worklist, and beside it the open request. */
export function QueueScreen() {
  const board = useBoard();
  const [isOpen, params] = useRoute(paths.request);
  const selected = isOpen ? params.id : undefined;
  const [search, setSearch] = useState('');
  const [logging, setLogging] = useState(false);
  const mayWork = useMay('workRequests');
  const waiting = board.data?.waiting.length ?? 0;
  useTabName(waiting > 0 ? `${waiting} waiting` : 'Deal board');
  return (
    <>
      <ListScreen
        title="Deal board"
        search={{ label: 'Search requests', value: search, maxLength: dealLimits.search, onChange: setSearch }}
        action={mayWork && <Button onClick={() => setLogging(true)}>Log a call</Button>}
        record={
          selected !== undefined && (
            <RequestPane key={selected} id={selected} people={board.data?.people ?? []} hrefOf={hrefOf} />
          )
        }
      >
        <Loaded read={board} what="the deal board">
          {(value) => <Queue board={value} selected={selected} search={search} />}
        </Loaded>
      </ListScreen>
      {mayWork && <LogCall open={logging} onClose={() => setLogging(false)} />}
    </>
  );
}
