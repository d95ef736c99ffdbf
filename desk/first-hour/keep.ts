import { type FirstHourView, viewFirstHour } from '#contract/desk/first-hour-endpoints.ts';
import { keepRead } from '../lib/read.ts';

/** Shows what a write of the checklist answered. */
export const keepView = (view: FirstHourView): void => keepRead(viewFirstHour, {}, view);
