/** A written mail. Of what was typed the subject holds at most a dealership's name, as `inSubject` leaves it. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail as a feature writes it; the outbox adds its recipient and its id. */
export interface MailContent extends Letter {
  readonly replyTo?: string | undefined;
  /** Marked so that no robot answers it (RFC 3834). */
  readonly autoSubmitted: boolean;
}
