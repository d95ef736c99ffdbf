/** What comes before the extension of a telephone number, which ends with it. */
const withExtension = /^([^a-z#]*)(?:x|ext|extension|#)[.:\s]*(\d+)$/;

/** The digits to dial, with a plus before those that begin with a country. A number without one is American. */
function dialled(number: string): string {
  const digits = number.replace('(0)', '').replace(/\D/g, '');
  if (number.includes('+')) return `+${digits}`;
  if (digits.startsWith('011')) return `+${digits.slice(3)}`;
  if (digits.length === 11 && digits.startsWith('1')) return `+${digits}`;
  // What is shorter or longer is dialled as it stands: a country before it would make another number of it.
  return digits.length === 10 ? `+1${digits}` : digits;
}

/** The `tel:` address of a telephone number that somebody typed: of two numbers the first, without the words beside it. */
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
