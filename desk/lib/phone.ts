/** A telephone number as people read it: `(207) 555-0131` for +12075550131. Other texts stay, also mail addresses. Null: a dash. */
export const phoneText = (phone: string | null): string =>
  phone === null ? '–' : phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
