/** A written mail. The only typed text that its subject may contain is a name, of a dealership or of somebody of the staff, cleaned by `inSubject`. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail as a feature writes it; the outbox adds its recipient and its id. */
export interface MailContent extends Letter {
  readonly replyTo?: string | undefined;
  /** Whether the mail is marked as automatic, so that no program answers it (RFC 3834). */
  readonly autoSubmitted: boolean;
}
