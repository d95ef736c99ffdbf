/** The tab's storage key for the ids of requests that were sent without a known result (`unheard.ts`). */
export const unheardKey = 'boxline.requests-sent';
