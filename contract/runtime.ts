import type { LeadKind } from './pages.ts';

/** The id of the JSON block that carries `RuntimeSettings` in every page. */
export const runtimeBlockId = 'runtime';

/** What the environment decides and a prerendered page must know. The server writes it into the pages when it starts. */
export interface RuntimeSettings {
  readonly mail: {
    /** The origin of the mail provider without a trailing slash; empty for this server. */
    readonly origin: string;
    readonly publicKey: string;
    readonly serviceId: string;
    readonly templateIds: Readonly<Record<LeadKind, string>>;
    readonly blockHeadless: boolean;
    /** Whether forms are confirmed by mail, up to a limit for each address. Not where no mail goes out; another provider does as it likes. */
    readonly confirms: boolean;
    /** The least time between two sends of one page, in milliseconds; 0 for none. */
    readonly throttleMs: number;
  };
  /** Where agent requests go. */
  readonly sms: {
    /** Where `/functions/v1/send-sms` begins, without a trailing slash; empty for this server. */
    readonly baseUrl: string;
    /** The public token of another function; empty for this server, which takes the portal session's. */
    readonly token: string;
  };
}
