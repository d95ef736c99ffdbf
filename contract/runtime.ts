import type { LeadKind } from './pages.ts';

/** The id of the JSON block that carries `RuntimeSettings` in every page. */
export const runtimeBlockId = 'runtime';

/** The settings from the environment that a prerendered page needs. The server writes them into the pages when it starts. */
export interface RuntimeSettings {
  readonly mail: {
    /** The origin of the mail provider without a trailing slash; empty for this server. */
    readonly origin: string;
    readonly publicKey: string;
    readonly serviceId: string;
    readonly templateIds: Readonly<Record<LeadKind, string>>;
    readonly blockHeadless: boolean;
    /** Whether forms are confirmed by mail, up to a limit for each address. Not without mail; other providers may do otherwise. */
    readonly confirms: boolean;
    /** The least time between two sends of one page, in milliseconds; 0 for none. */
    readonly throttleMs: number;
  };
  /** The function that takes agent requests. */
  readonly sms: {
    /** The origin and path before `/functions/v1/send-sms`, without a trailing slash; empty for this server. */
    readonly baseUrl: string;
    /** The public token for another server's function; empty for this server, which takes the portal session's token. */
    readonly token: string;
  };
}
