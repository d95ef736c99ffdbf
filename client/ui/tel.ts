/** The `tel:` address of a US telephone number as people write it. */
export const telOf = (phone: string): string => `tel:+1${phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')}`;
