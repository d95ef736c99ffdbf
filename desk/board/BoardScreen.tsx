import './board.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { useNow } from '#client/lib/clock.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { dealLimits } from '#contract/desk/board.ts';
import type { Board } from '#contract/desk/board-schemas.ts';
import { paths, requestAddress } from '../app/paths.ts';
import { useTellFailure } from '../lib/left-press.ts';
import { deskClock, useMay } from '../lib/session.ts';
import { type List, searchAlone, useList } from '../lib/use-list.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { ListScreen } from '../ui/ListScreen.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { NoRows } from '../ui/NoRows.tsx';
import { BoardList } from './BoardList.tsx';
import { groupsOf } from './board-rows.ts';
import { Found, useFound } from './Found.tsx';
import { LogCall } from './LogCall.tsx';
import { RequestPane } from './RequestPane.tsx';
import { canAccept, sendStep, useBoard } from './requests.ts';
import { type Sent, whyNot } from './sent.ts';

const place = { list: paths.board, record: paths.request, ...searchAlone } as const;

function ShownBoard({ board, list }: { board: Board; list: List<{ search: string }> }) {
  const { selected, pathOf, open, leave } = list;
  const { search } = list.filters;
  const nowMs = useNow(deskClock, true);
  const found = useFound(search);
  const groups = groupsOf(board, nowMs, search, found.ids);
  const onBoard = groups.flatMap(({ rows }) => rows);
  const earlier = found.rows.filter(({ id }) => !onBoard.some((row) => row.id === id));
  const mayWork = useMay('workRequests');
  const [failed, setFailed] = useState<{ readonly id: string; readonly sent: Sent; readonly count: number }>();
  // Beside another record it would be about the wrong request.
  const shown = failed?.id === selected ? failed : undefined;
  const row = onBoard.find(({ id }) => id === shown?.id);
  const tell = useTellFailure();
  const opened = useRef(selected);
  useLayoutEffect(() => {
    opened.current = selected;
  }, [selected]);
  const accept = async (id: string) => {
    const about = board.waiting.find((row) => row.id === id)?.dealershipName ?? 'The request';
    open(id);
    const sent = await sendStep(id, 'accept');
    const here = () =>
      setFailed((before) => (sent.kind === 'taken' ? undefined : { id, sent, count: (before?.count ?? 0) + 1 }));
    // Whoever has left the record by now is told wherever they are.
    tell({ about, path: requestAddress(id) }, whyNot(sent, deskClock.now()), opened.current === id ? here : undefined);
  };
  useListKeys({
    ids: [...onBoard, ...earlier].map(({ id }) => id),
    selected,
    onLeave: leave,
    acts: {
      a: (id) => {
        // The record may already know that the request waits again when the board does not yet.
        if (mayWork && (board.waiting.some((row) => row.id === id) || canAccept(id))) void accept(id);
      },
    },
  });
  return (
    <>
      <Alert tone="stop" shown={shown !== undefined} attempt={failed?.count ?? 0}>
        <p>{shown && whyNot(shown.sent, nowMs, row)}</p>
      </Alert>
      <NoRows>
        {groups.length === 0 && (search ? found.isWhole && 'Nothing on the board matches.' : 'No request is waiting.')}
      </NoRows>
      <BoardList groups={groups} board={board} selected={selected} nowMs={nowMs} pathOf={pathOf} />
      {search && <Found found={found} earlier={earlier} selected={selected} pathOf={pathOf} />}
    </>
  );
}

/** The deal board: the worklist, and beside it the open request. */
export function BoardScreen() {
  const board = useBoard();
  const list = useList(place);
  const { search, selected, listPath } = list;
  const [logging, setLogging] = useState(false);
  const mayWork = useMay('workRequests');
  const waiting = board.data?.waiting.length ?? 0;
  return (
    <>
      <ListScreen
        title="Deal board"
        tab={waiting > 0 ? `${waiting} waiting` : 'Deal board'}
        search={{ label: 'Search requests', maxLength: dealLimits.search, ...search }}
        action={mayWork && <Button onClick={() => setLogging(true)}>Log a call</Button>}
        record={
          selected !== undefined && (
            <RequestPane key={selected} id={selected} people={board.data?.people ?? []} backTo={listPath} />
          )
        }
      >
        <Loaded read={board} what="the deal board">
          {(value) => <ShownBoard board={value} list={list} />}
        </Loaded>
      </ListScreen>
      {mayWork && <LogCall open={logging} onClose={() => setLogging(false)} />}
    </>
  );
}
