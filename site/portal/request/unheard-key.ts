/** Under which key the tab keeps the ids of requests that were sent and not heard of (`unheard.ts`). */
export const unheardKey = 'boxline.requests-sent';
