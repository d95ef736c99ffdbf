/** Words of the consent to texts, under the version that a form names with its answers. */
export interface ConsentWording {
  readonly version: string;
  readonly text: string;
}

/**
 * The words of the consent to texts (`lists.ts`) before they were changed, with their versions. A form that waits on a device, and one
 * on a page that stays open, may come with an earlier version long after the change; its words are stored with the agreement. When
 * you change the words, add the old ones to `earlier`.
 */
export const consent: { readonly earlier: readonly ConsentWording[] } = { earlier: [] };
