import './factor.css';
import { encode } from 'uqr';

/** The light border that a scanner needs around the code, in modules (ISO/IEC 18004: four). */
const border = 4;

/** A text as a QR code, drawn in this page as one SVG path. The text is sent nowhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + border} ${y + border}h1v1h-1z` : '')))
    .join('');
  const width = size + 2 * border;
  return (
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${width} ${width}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
