/** The services that the parts of the sign-in share. They are built once (`service.ts`). */
import type { Role } from '#contract/desk/permissions.ts';
import type { AuditLog } from '#server/audit/service.ts';
import type { Config } from '#server/config.ts';
import type { Storage, Trx } from '#server/database/open.ts';
import type { Environment } from '#server/environment.ts';
import type { Tries } from '#server/http/tries.ts';
import type { Delivery } from '#server/outbox/service.ts';
import type { Actor, Invitable, Reaches, ShiftPerson } from '#server/people/service.ts';
import type { SecretBox } from '#server/secret-box.ts';
import type { Devices } from './devices.ts';
import type { DeviceGroup, HashSlots } from './hash-slots.ts';
import type { Links } from './links.ts';
import type { NoticeKind } from './messages/words.ts';
import type { Passkeys } from './passkeys.ts';
import type { Granted, Sessions } from './sessions.ts';

/** What a request says of its browser. */
export interface Visit {
  readonly address: string;
  /** `Firefox on Windows`. */
  readonly device: string;
  /** The device that its cookie names; null when it has no valid one. */
  readonly deviceId: string | null;
  readonly origin: string | undefined;
}

/** A session with a new token. `deviceId` is the device that the browser's cookie has to name from now on. */
export interface GrantedOutcome {
  readonly kind: 'granted';
  readonly granted: Granted;
  readonly deviceId?: string;
}

/** Too many tries or hashes: nothing was checked. */
export interface WaitOutcome {
  readonly kind: 'wait';
  readonly retryAfterMs: number;
}

/** The desk's rules about who may do what with accounts (`server/desk/policy.ts`). */
interface SignInPolicy {
  mayInvite(actor: Actor): readonly Role[];
  /** Whether somebody may invite this person, who may have been invited by another person before. */
  mayInvitePerson(actor: Actor, target: Invitable): boolean;
  mayConfirm(actor: Actor, invitation: { readonly invited_by: string; readonly role: Role }): boolean;
  mayMakeDeviceLink(actor: Actor): boolean;
}

type Known = Pick<ShiftPerson, 'id'>;

interface OtherNotice {
  readonly about?: Known;
  /** The address to which the notice goes; undefined for the one that the person has now. */
  readonly address?: string | null;
}

/** What the sign-in gets from the rest of the server. */
export interface SignInGiven extends Environment {
  readonly secretBox: SecretBox;
  readonly config: Pick<Config, 'production' | 'publicUrl'>;
  readonly policy: SignInPolicy;
  readonly reaches: Reaches;
  readonly audit: AuditLog;
  readonly delivery: Pick<Delivery, 'can' | 'enqueue' | 'wake'>;
}

export interface SignInTools extends SignInGiven {
  readonly sessions: Sessions;
  readonly links: Links;
  readonly devices: Devices;
  readonly passkeys: Passkeys;
  readonly slots: HashSlots;
  /** Delays after wrong passwords, by network address, or by device where it is known. */
  readonly tries: Readonly<Record<DeviceGroup, Tries>>;
  /** Delays after wrong second factors and proofs. */
  readonly factorTries: Tries;
  /** The same after wrong passkeys that sign in alone. A right one is let in at once: no wait is needed against guessed signatures. */
  readonly passkeyTries: Tries;
  admins(trx: Trx): Promise<ShiftPerson[]>;
  /**
   * Tells a person by mail, and the open consoles, what happened to their account or, with `about`, to another person's. The mail goes to the address that the
   * person has in this transaction or, with `address`, to that one.
   */
  notify(trx: Trx, kind: NoticeKind, to: Known, device: string, other?: OtherNotice): Promise<void>;
}

/**
 * Runs `work` in a transaction, which is rolled back when `work` did not come to what it was for.
 *
 * @param isUndone whether a result means that; without it, undefined does
 */
export async function transactionOrUndo<T>(
  storage: Storage,
  work: (trx: Trx) => Promise<T>,
  isUndone = (result: T) => result === undefined,
): Promise<T> {
  const undo = new Error('the transaction is undone');
  const undone: T[] = [];
  try {
    return await storage.transaction(async (trx) => {
      const result = await work(trx);
      if (!isUndone(result)) return result;
      undone[0] = result;
      throw undo;
    });
  } catch (error) {
    if (error === undo) return undone[0] as T;
    throw error;
  }
}
