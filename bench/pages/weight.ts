/** What a page transfers over the network, counted by the browser. */
import type { Page } from '@playwright/test';

export interface Weight {
  /** The sizes of the bodies as transferred, in bytes: compressed, without headers. */
  readonly html: number;
  readonly css: number;
  readonly font: number;
  readonly script: number;
  /** Includes the icon, also when the browser has no window for it and does not ask for it. */
  readonly requests: number;
}

const icon = /\/(?:favicon\.ico|assets\/mark-[\w-]+\.svg)$/;

/** Begins to count. Returns a function that gives the count so far. */
export async function countWeight(page: Page): Promise<() => Weight> {
  const session = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const bytes = new Map<string, number>();
  let sawIcon = false;
  const heads = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    types.set(requestId, type);
    heads.set(requestId, response.encodedDataLength);
    if (icon.test(response.url)) sawIcon = true;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(requestId, encodedDataLength - (heads.get(requestId) ?? 0)),
  );
  await session.send('Network.enable');
  return () => {
    const sum = (wanted: string) =>
      [...bytes].reduce((total, [id, count]) => (types.get(id) === wanted ? total + count : total), 0);
    return {
      html: sum('Document'),
      css: sum('Stylesheet'),
      font: sum('Font'),
      script: sum('Script'),
      requests: bytes.size + (sawIcon ? 0 : 1),
    };
  };
}
