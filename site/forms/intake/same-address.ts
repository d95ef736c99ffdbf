/**
 * Keeps the mailing address equal to the business address while `Same as business address` is ticked (S4). When it is
 * unticked, the copy stays, and the person may change it.
 *
 * @returns whether the box is ticked
 */
export function followBusinessAddress(form: HTMLFormElement): boolean {
  const { elements } = form;
  const same = elements.namedItem('mailing_same_as_business');
  const business = elements.namedItem('business_address');
  const mailing = elements.namedItem('mailing_address');
  if (!(same instanceof HTMLInputElement)) return false;
  if (!(business instanceof HTMLTextAreaElement) || !(mailing instanceof HTMLTextAreaElement)) return false;
  if (same.checked) mailing.value = business.value;
  return same.checked;
}
