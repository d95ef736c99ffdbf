/** A telephone number that ends with an extension: what comes before it, and its digits. */
const withExtension = /^([^a-z#]*)(?:x|ext|extension|#)[.:\s]*(\d+)$/;

/** The digits to dial. A number with a country code gets a plus; a number of ten digits is American. */
function dialled(number: string): string {
  const digits = number.replace('(0)', '').replace(/\D/g, '');
  if (number.includes('+')) return `+${digits}`;
  if (digits.startsWith('011')) return `+${digits.slice(3)}`;
  if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`;
  // A shorter or longer number is dialled as it is: a country code would turn it into another number.
  return digits.length === 10 ? `+1${digits}` : digits;
}

/** The `tel:` address of a telephone number as somebody typed it: the first one of two, without the words beside it. */
export function telOfTyped(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();
  const [, before, extension] = withExtension.exec(plain) ?? [];
  const number = (before ?? plain).split(/[a-z/;]/).find((part) => /\d/.test(part)) ?? '';
  return `tel:${dialled(number)}${extension ? `;ext=${extension}` : ''}`;
}
