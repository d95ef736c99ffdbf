/** The `tel:` address of one of the operator's own numbers, which are American. Kept small because every page loads it. */
export const telOf = (phone: string): string => `tel:+1${phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}`;
