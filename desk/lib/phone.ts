/**
 * A telephone number as people read it: `(207) 555-0131` for +12075550131. Anything else stays as it is, so that a recipient may
 * be given whether it is a number or a mail address. A dash for none.
 */
export const phoneText = (phone: string | null): string =>
  phone === null ? '–' : phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
