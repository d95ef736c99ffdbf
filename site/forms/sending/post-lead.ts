/** Posts a lead to the mail provider. The code for it is fetched when the first thing is typed. */
import type { LeadKind } from '#contract/pages.ts';
import { MailFailure, type MailResponse, networkError } from '../../mail/failure.ts';

/** Posts a submission. Resolves when the provider took it. Rejects with a `MailFailure`, or something else if nothing was sent. */
export type Post = (kind: LeadKind, params: Readonly<Record<string, unknown>>) => Promise<MailResponse>;

const loadPost = () =>
  import('../../mail/post.ts').catch(() => {
    throw new MailFailure(0, networkError);
  });

/** Posts a lead's parameters through the mail client. */
export const postLead: Post = async (...lead) => (await loadPost()).post(...lead);

/** Fetches the code for the first send while the person still types. Rejects when the page's settings are not usable. */
export const prepareToPost = async (kind: LeadKind): Promise<void> => (await loadPost()).prepare(kind);
