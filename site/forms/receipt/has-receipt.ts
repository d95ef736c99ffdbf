/** Whether this tab keeps a receipt of a form. Small: the home page has it before anybody touches it. */
import type { LeadKind } from '#contract/pages.ts';

export const receiptKey = (kind: LeadKind): string => `boxline.receipt.${kind}`;

/** What the browser refused to keep: it lives as long as this document. */
export const keptInMemory = new Set<LeadKind>();

export function hasReceipt(kind: LeadKind): boolean {
  try {
    return keptInMemory.has(kind) || sessionStorage.getItem(receiptKey(kind)) !== null;
  } catch {
    return keptInMemory.has(kind);
  }
}
