/**
 * What a restore does with everything people did since the backup. docs/operating.md is written from it (`npm run docs`), and its
 * test says which outcome each table has.
 */

interface Outcome {
  /** What somebody did since the backup. */
  readonly done: string;
  /** The state after a restore with `--replaces`. */
  readonly replacing: string;
  /** The state after a restore without it, and what to do. */
  readonly alone: string;
}

const nothing = 'the same';

export const outcomes = {
  people: {
    done: 'removed somebody, changed a role, an address or a telephone number, began or ended a shift, went on or off call or away',
    replacing: 'stays so. A role that was given to somebody without one, names and licences are as in the backup',
    alone: 'is undone: look through People',
  },
  factors: {
    done: 'changed a password, an authenticator app, passkeys or recovery codes; withdrew an invitation',
    replacing: 'stays so',
    alone: 'is undone: lost factors and old passwords work',
  },
  schedule: {
    done: 'changed hours, days or holidays',
    replacing: 'stays so',
    alone: 'is undone: look at Schedule',
  },
  signedIn: {
    done: 'signed in or out, got or used a link to sign in, was invited',
    replacing:
      'every session, known device and unused link is ended, and every invitation that nobody has accepted; invite again',
    alone: nothing,
  },
  programs: {
    done: 'revoked a token; removed, disabled or moved a webhook endpoint, or gave it another secret',
    replacing: 'stays so',
    alone: 'is undone: look through Connections',
  },
  codes: {
    done: 'revoked, replaced or made an access code',
    replacing:
      'codes that were ended stay ended, and are listed. Codes that were made since do not work: the command names their dealerships, who need a new link',
    alone: 'codes that were ended are valid again: `npm run codes -- list`. Codes that were made since do not work',
  },
  codeLinks: {
    done: 'sent or withdrew a link to an access code',
    replacing: 'every link that nobody had used is ended: send it again. Dealerships enter their code again',
    alone: nothing,
  },
  settings: {
    done: 'switched Text Agent or shared codes, changed who gets alerts, the jacket or the lenders’ hours',
    replacing: 'stays so',
    alone: 'is undone: look at Settings',
  },
  dealerships: {
    done: 'closed, reopened, removed or renamed a dealership, changed its number, zone, address, agreement or contacts',
    replacing: 'stays so, with its history',
    alone: 'is undone: look through Dealerships before a code is sent or a request comes',
  },
  leads: {
    done: 'said how a lead stands (spam, lost, contacted …), whose it is and when to follow up, wrote notes, joined or parted leads',
    replacing: 'stays so. A lead that was joined to one that came since is alone again',
    alone: 'is undone: leads may be called again that are lost or spam',
  },
  consents: {
    done: 'took a consent to texts back, by a later form',
    replacing: 'stays so; that form is there. Other answers that a dealer sent again since are as in the backup',
    alone: 'is undone: ask before you text',
  },
  messages: {
    done: 'sent a mail or a text, or gave one up',
    replacing: 'stays so. What was not sent there either waits for a person (`failed`)',
    alone: 'everything that was unsent then waits for a person (`failed`), because it may have been sent since',
  },
  erasures: {
    done: 'erased something for a person',
    replacing: 'is erased again, from the file of erasures',
    alone: 'the same where the file is at its place or named by `--erasures`; else the command says that it is back',
  },
  holds: {
    done: 'set or ended a legal hold',
    replacing: 'one that was set since holds. One that was ended since holds again: end it under Records',
    alone: 'one that was set is gone: set it again before the night',
  },
  requests: {
    done: 'asked for an agent, took a request, wrote a deal, ticked a jacket, logged a call',
    replacing:
      'requests that ran then are over; the deals of earlier ones, and calls, are as in the backup. The command names what came since',
    alone: 'the same, but nothing is named',
  },
  sheets: {
    done: 'changed a store sheet; said that two leads are not of the same people',
    replacing: 'is undone, and harms nobody: write it again',
    alone: nothing,
  },
  swept: {
    done: '(the sweep, or the hourly pruning, deleted something)',
    replacing:
      'is back, and is deleted again in the next night or hour. The sweep asks first when it finds unusually much, or when the backup is more than a week old; then the hourly pruning waits, too',
    alone: nothing,
  },
  server: {
    done: '(the server kept something for itself: figures, the audit log, alerts, rings, changes for the consoles, tests of the first hour)',
    replacing: 'is as in the backup. The audit log notes the restore; alerts of then are not sent',
    alone: nothing,
  },
} as const satisfies Readonly<Record<string, Outcome>>;
