import { memo } from 'react';
import type { MessageRow } from '#contract/desk/message-endpoints.ts';
import { messageChannels } from '#contract/desk/messages.ts';
import { phoneText } from '../lib/phone.ts';
import { RowLink } from '../ui/RowLink.tsx';
import type { RowProps } from '../ui/RowList.tsx';
import { When } from '../ui/When.tsx';
import { type MessageFilters, queryOf } from './filters.ts';
import { kindText, standingText, toneOf } from './words.ts';

/** Why the list of messages is empty. */
export function noneText(filters: MessageFilters): string {
  if (filters.filter === 'needsPerson') return 'No message needs attention.';
  return Object.keys(queryOf(filters)).length > 0 ? 'No messages match these filters.' : 'Nothing has been sent yet.';
}

/** A message in the list. */
export const Row = memo(function Row({ row, selected, path }: RowProps<MessageRow>) {
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
