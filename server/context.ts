/** Builds every dependency of the server once. Tests replace the clock, the log, the transports or the site. */
import { resolve } from 'node:path';
import { brand } from '#brand/brand.ts';
import { portalSessionAuthenticator } from './access/authenticate.ts';
import type { Config } from './config.ts';
import { type Base, type BaseOverrides, createBase } from './context/base.ts';
import { createDealers, type Dealers } from './context/dealers.ts';
import { createOperation, type Operation } from './context/operation.ts';
import { createRequests, type PushOverrides, type Requests } from './context/requests.ts';
import { createRetention, type Retention } from './context/retention.ts';
import { createSending, type Sending, type SendingOverrides } from './context/sending.ts';
import { createStaff, type Staff } from './context/staff.ts';
import { may } from './desk/policy.ts';
import type { Authenticators } from './http/caller.ts';
import { createMeasured, type MeasuredService, shownFigures } from './measured/service.ts';
import { agentLinkAuthenticator, portalRequestAuthenticator } from './requests/authenticate.ts';
import { staffAuthenticator } from './sign-in/service.ts';
import { loadPages, type SitePages } from './site/pages.ts';

export interface Context extends Base, Sending, Dealers, Staff, Requests, Operation, Retention {
  /** Finds the caller of an endpoint, for each kind of authentication. */
  readonly authenticators: Authenticators;
  readonly siteDir: string;
  readonly pages: SitePages;
  /** The measurements behind the figures that the site shows. */
  readonly measured: MeasuredService;
  /** `draining` becomes true when the server begins to stop. */
  readonly lifecycle: { draining: boolean };
}

export interface Overrides extends BaseOverrides, SendingOverrides, PushOverrides {
  /** The folder of the built site. */
  readonly siteDir?: string;
  /** The site's pages, already prepared. Servers with the same configuration can share them. */
  readonly pages?: SitePages;
}

const builtSite = resolve(import.meta.dirname, '../dist/site');

/** Builds every dependency. Opens the database, but does not migrate it and starts nothing. */
export function createContext(config: Config, overrides: Overrides = {}): Context {
  const { siteDir = builtSite, pages = loadPages(siteDir, config) } = overrides;
  const { base, secretBox } = createBase(config, overrides);
  const sending = createSending(base, overrides, secretBox);
  const dealers = createDealers(base, sending);
  const staff = createStaff(base, sending, secretBox);
  const requests = createRequests({ ...overrides, base, sending, dealers, staff, secretBox });
  const operation = createOperation(base, sending, dealers, staff);
  const retention = createRetention(base, sending);
  const { signIn } = staff;
  return {
    ...base,
    ...sending,
    ...dealers,
    ...staff,
    ...requests,
    ...operation,
    ...retention,
    authenticators: {
      'portal-session': portalSessionAuthenticator(dealers.portal),
      'portal-request': portalRequestAuthenticator(dealers.portal, requests.agentRequests),
      'agent-link': agentLinkAuthenticator(requests.agentRequests),
      token: staff.apiTokens.authenticate,
      staff: staffAuthenticator({ sessions: signIn.sessions, cookies: signIn.cookies, may }),
    },
    siteDir,
    pages,
    measured: createMeasured({
      ...base.environment,
      figures: operation.figures,
      zone: brand.timeZone,
      mintId: base.mintId,
      show: (status) => pages.showMeasured(status, shownFigures(status)),
      onError: base.warn('what the site shows could not be measured'),
    }),
    lifecycle: { draining: false },
  };
}
