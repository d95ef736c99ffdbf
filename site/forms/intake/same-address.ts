/**
 * Keeps the mailing address equal to the business address, and disabled, while `Same as business address` is ticked (S4). When it
 * is unticked, the copy stays, and the person may change it.
 *
 * @returns whether the box is ticked
 */
export function followBusinessAddress(form: HTMLFormElement): boolean {
  const fields = form.elements as unknown as Readonly<Partial<Record<string, HTMLInputElement>>>;
  const { mailing_same_as_business: same, business_address: business, mailing_address: mailing } = fields;
  const follows = same?.checked ?? false;
  if (business && mailing) {
    // At once, because React disables it later, and what is disabled is not checked.
    mailing.disabled = follows;
    if (follows) mailing.value = business.value;
  }
  return follows;
}
