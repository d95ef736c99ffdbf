import { memo } from 'react';
import type { MessageRow } from '#contract/desk/message-endpoints.ts';
import { messageChannels } from '#contract/desk/messages.ts';
import { phoneText } from '../lib/phone.ts';
import { NoRows } from '../ui/NoRows.tsx';
import { RowLink } from '../ui/RowLink.tsx';
import { When } from '../ui/When.tsx';
import { type MessageFilters, queryOf } from './filters.ts';
import { kindText, standingText, toneOf } from './words.ts';

function noneText(filters: MessageFilters): string {
  if (filters.filter === 'needsPerson') return 'No message needs a person.';
  return Object.keys(queryOf(filters)).length > 0 ? 'No message fits what you chose.' : 'Nothing was sent yet.';
}

/** A row is drawn again only when one of its props changes. */
const Row = memo(function Row({ row, selected, path }: { row: MessageRow; selected: boolean; path: string }) {
  return (
    <li className="row" data-tone={toneOf(row)}>
      <RowLink id={row.id} path={path} selected={selected}>
        <span className="row-age">
          <When at={row.createdAt} />
        </span>
        <span className="row-dealer">
          <strong>{row.toOperator ? 'The operator' : phoneText(row.to)}</strong>
          <span className="row-local">
            {messageChannels[row.channel]}: {kindText(row.kind)}
          </span>
        </span>
        <span className="row-standing">{standingText(row)}</span>
        <span className="row-holder">{row.about?.label}</span>
      </RowLink>
    </li>
  );
});

interface MessageListProps {
  rows: readonly MessageRow[];
  selected: string | undefined;
  filters: MessageFilters;
  pathOf: (id: string) => string;
}

/** The messages of a list, the newest first. */
export function MessageList({ rows, selected, filters, pathOf }: MessageListProps) {
  return (
    <>
      <NoRows>{rows.length === 0 && noneText(filters)}</NoRows>
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <Row key={row.id} row={row} selected={row.id === selected} path={pathOf(row.id)} />
          ))}
        </ul>
      )}
    </>
  );
}
