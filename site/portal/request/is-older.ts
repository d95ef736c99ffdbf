import type { RequestView } from '#contract/agent-request.ts';

/**
 * Whether a view of a request is older than another view of it. Views come from the stream, from asking and as answers to
 * changes, and they overtake each other on the way. Two views of one version differ in what the server computes as it
 * writes (whether texts can go), so the one that was written first is the older one.
 */
export const isOlder = (view: RequestView, than: RequestView): boolean =>
  view.version === than.version ? Date.parse(view.serverNow) < Date.parse(than.serverNow) : view.version < than.version;
