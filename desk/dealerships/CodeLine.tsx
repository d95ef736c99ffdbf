import type { ReactNode } from 'react';
import type { CodeView } from '#contract/desk/dealership-endpoints.ts';
import { momentIn } from '../lib/times.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { codeStateText } from './words.ts';

interface CodeLineProps {
  code: CodeView;
  timeZone: string;
  nowMs: number;
  /** Whose code it is, in a list of codes of several dealerships. */
  of?: ReactNode;
  /** Absent for people who may not revoke codes. */
  onRevoke: ((number: number) => unknown) | undefined;
}

/** An access code by its number. The code itself is never shown. */
export function CodeLine({ code, timeZone, nowMs, of, onRevoke }: CodeLineProps) {
  const { number, createdAt, lastUsedAt, state } = code;
  const when = (at: string) => momentIn(timeZone, at, nowMs);
  return (
    <li data-state={state}>
      <p>
        <strong>Code {number}</strong> {of} {codeStateText(code, timeZone, nowMs)}
      </p>
      <p className="soft">
        Made {when(createdAt)} · {lastUsedAt === null ? 'never used' : `last used ${when(lastUsedAt)}`}
      </p>
      {onRevoke && (state === 'holds' || state === 'grace') && (
        <Confirm
          question={`Revoke code ${number}? Whoever is in the portal with it is locked out within a second.`}
          confirmLabel={`Revoke code ${number}`}
          onConfirm={() => onRevoke(number)}
        >
          Revoke<span className="visually-hidden"> code {number}</span>
        </Confirm>
      )}
    </li>
  );
}
