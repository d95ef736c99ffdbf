import { type FirstHourView, viewFirstHour } from '#contract/desk/first-hour-endpoints.ts';
import { keepRead } from '../lib/read.ts';

/** Shows the checklist that a write responded with. */
export const keepView = (view: FirstHourView): void => keepRead(viewFirstHour, {}, view);
