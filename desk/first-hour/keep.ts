import { type FirstHourView, viewFirstHour } from '#contract/desk/first-hour-endpoints.ts';
import { keepRead } from '../lib/read.ts';

/** Shows the checklist from the response to a write. */
export const keepView = (view: FirstHourView): void => keepRead(viewFirstHour, {}, view);
