/** References, telephone numbers and dates: `BX-806D-HFQR`, `(207) 555-0149`, `2026-11-01`. */
const joined = /((?:\(\d+\) )?\b[A-Z\d]+(?:-[A-Z\d]+)+)/;

/** A text in which no line breaks at a hyphen of a reference or a number. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(joined).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name than their place
      <span key={at} className="unbroken">
        {part}
      </span>
    ),
  );
