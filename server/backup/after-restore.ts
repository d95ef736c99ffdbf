/** Keeps a restored database from acting on old data: each feature lists the statements for its own tables. */
import * as access from '#server/access/service.ts';
import * as alerts from '#server/alerts/service.ts';
import * as outbox from '#server/outbox/service.ts';
import * as requests from '#server/requests/service.ts';
import * as settings from '#server/settings/service.ts';
import * as signIn from '#server/sign-in/service.ts';

interface RestoreFacts {
  /** ISO-8601, UTC. */
  readonly takenAt: string;
  readonly restoredAt: string;
  /** Every code of the replaced database; undefined when it cannot be read. */
  readonly codes: readonly access.ReplacedCode[] | undefined;
}

/** The statements that make a restored database safe to start, for both engines. */
export const afterRestore = ({ takenAt, restoredAt, codes }: RestoreFacts): string[] => [
  ...outbox.afterRestore(takenAt, restoredAt),
  ...requests.afterRestore(restoredAt),
  ...alerts.afterRestore(restoredAt),
  ...access.afterRestore(restoredAt, codes),
  ...settings.afterRestore(restoredAt),
  ...signIn.afterRestore(restoredAt),
];
