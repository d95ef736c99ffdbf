/** Whether this tab keeps a receipt of a form. Small: the home page has it before anybody touches it. */
import { tabStorage } from '#client/lib/storage.ts';
import type { LeadKind } from '#contract/pages.ts';

export const receiptKey = (kind: LeadKind): string => `boxline.receipt.${kind}`;

export const hasReceipt = (kind: LeadKind): boolean => tabStorage.read(receiptKey(kind)) !== undefined;
