/** A telephone number that ends with an extension: what comes before it, and its digits. */
const withExtension = /^([^a-z#]*)(?:x|ext|extension|#)[.:\s]*(\d+)$/;

/** The fewest digits of a number that is called from elsewhere in its area, and the most that a number can have (E.164). */
const fewestDigits = 7;
const mostDigits = 15;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** The digits to dial. A number with a country code gets a plus; a number of ten digits is American. */
function dialled(number: string): string {
  const written = digitsOf(number.replace('(0)', ''));
  // Two American numbers with nothing but a space between them.
  const digits = (written.length > mostDigits && /^1?\d{10}/.exec(written)?.[0]) || written;
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
  const numbers = before ?? plain;
  const isWhole = (part: string) => digitsOf(part).length >= fewestDigits;
  // A part with fewer digits may be a piece of a number that is written with commas.
  const number =
    numbers.split(/[a-z/;,&|\n]|(?=\+)/).find(isWhole) ??
    numbers.split(/[a-z/;]/).find((part) => digitsOf(part) !== '') ??
    '';
  return `tel:${dialled(number)}${extension ? `;ext=${extension}` : ''}`;
}
