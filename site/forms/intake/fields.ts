import { lists } from '#brand/lists.ts';
import { intakeFields } from '#contract/intake.ts';

/** The fields of the intake with the operator's lists. */
export const fields = intakeFields(lists);
