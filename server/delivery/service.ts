/** Delivery as the rest of the server sees it: messages go in with a transaction, and leave by themselves. */
import type { Transaction } from 'kysely';
import type { MessageKind, MessageState, Tables } from '#server/storage/schema.ts';

/** A message that a transaction causes. */
export interface NewMessage {
  readonly kind: MessageKind;
  /** The submission whose answers it carries. */
  readonly submissionId: string;
  /** One address; empty for the operator. */
  readonly recipient: string;
  readonly at: Date;
}

export interface Delivery {
  /** Writes a message in the caller's transaction: it exists exactly when the transaction does. */
  enqueue(trx: Transaction<Tables>, message: NewMessage): Promise<void>;
  /** How many messages of this kind were made for this address since then. */
  countTo(trx: Transaction<Tables>, recipient: string, kind: MessageKind, since: Date): Promise<number>;
  /** Tells the worker that something new is due. */
  wake(): void;
  counts(): Promise<Record<MessageState, number>>;
  /** Puts held messages where the configuration says they belong, then starts the worker. */
  start(): Promise<void>;
  /** Stops the worker: what is in flight is finished or its lease released. */
  stop(): Promise<void>;
}
