import type { Iso, Maybe } from '#server/database/tables.ts';
import type { SmtpStep } from '#server/outbox/service.ts';

export type TestKind = 'mail' | 'text' | 'link';

/** A test that a person sent, to see whether mails, texts and links arrive. */
export interface TestSendTable {
  id: string;
  kind: TestKind;
  /** One address or telephone number. */
  recipient: string;
  /** The person who sent it; null for a command. */
  person_id: Maybe<string>;
  created_at: Iso;
  /** For a mail: when the mail server accepted it. */
  taken_at: Maybe<Iso>;
  /** For a mail that was not accepted: the step at which it failed. */
  step: Maybe<SmtpStep>;
  said: Maybe<string>;
  /** For a link: the hash of its token. The token itself is stored nowhere. */
  token_hash: Maybe<string>;
  pressed_at: Maybe<Iso>;
}

declare module '#server/database/tables.ts' {
  interface Tables {
    test_sends: TestSendTable;
  }
}
