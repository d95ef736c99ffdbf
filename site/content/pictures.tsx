/** Small line drawings. All are decoration: the text beside each says what it shows. */
import type { ReactNode } from 'react';
import './pictures.css';

function Picture({ width, height, children }: { width: number; height: number; children: ReactNode }) {
  return (
    <svg className="picture" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
      {children}
    </svg>
  );
}

/** A window with four panes at night. In the lit pane two people sit at a desk; the light falls on the parking lot. */
export function LitWindow() {
  return (
    <svg className="lit-window" viewBox="20 0 420 420" aria-hidden="true">
      <defs>
        <linearGradient id="lit-window-cone" x1="0.5" y1="0" x2="0.5" y2="1">
          <stop offset="0" className="cone-near" />
          <stop offset="1" className="cone-far" />
        </linearGradient>
      </defs>
      <path fill="url(#lit-window-cone)" d="M184 0h148l98 420H224z" />
      <path className="pane" d="M20 0h148v148H20zM20 164h148v148H20zM184 164h148v148H184z" />
      <path className="pane-lit" d="M184 0h148v148H184z" />
      <path
        className="pane-desk"
        d="M214 68a14 14 0 1 1 .1 0M302 62a14 14 0 1 1 .1 0M191 148v-42c0-15 10-24 23-24s23 9 23 24v8h42v-14c0-15 10-24 23-24s23 9 23 24v48z"
      />
    </svg>
  );
}

/** Two screens and the line between them, with the address that joins them. */
export function Connection() {
  return (
    <Picture width={320} height={120}>
      <path className="line" d="M1 13h104v66H1zM53 79v14M31 93.500h44M215 13h104v66H215zM267 79v14M245 93.500h44" />
      <path className="line dashes" d="M105 46h110" />
      <path className="solid" d="M12 24h36v12H12z" />
      <path className="shade" d="M12 44h82v6H12zM12 56h60v6H12zM226 24h82v6h-82zM226 38h60v6h-60z" />
      <path className="solid" d="M154 40h12v12h-12z" />
      <text className="caption" x="160" y="31" textAnchor="middle">
        412 098 637
      </text>
      <text className="caption" x="53" y="115" textAnchor="middle">
        your desk
      </text>
      <text className="caption" x="267" y="115" textAnchor="middle">
        ours
      </text>
    </Picture>
  );
}

/** One worksheet on one screen, and two pointers at work on it. */
export function SharedScreen() {
  return (
    <Picture width={320} height={120}>
      <path className="line" d="M1 1h158v98H1zM80 99v12M46 111.500h68" />
      <path className="rule" d="M80 9v82M9 50h142" />
      <path
        className="shade"
        d="M17 18h40v6H17zM17 30h52v6H17zM90 18h28v6H90zM17 62h30v6H17zM90 62h46v6H90zM90 74h34v6H90z"
      />
      <path className="rule" d="M134 38h66M70 84h130" />
      <path className="solid" d="M118 28v22l5-5 4 9 4-2-4-8 7-1z" />
      <path className="hollow" d="M54 72v22l5-5 4 9 4-2-4-8 7-1z" />
      <text className="caption" x="206" y="42">
        our pointer
      </text>
      <text className="caption" x="206" y="88">
        yours
      </text>
    </Picture>
  );
}

/** The sound levels of a voice as bars beside one another. */
const barsFrom = (x: number, ...heights: number[]): string =>
  heights.map((height, index) => `M${x + index * 20} ${50 - height / 2}h10v${height}h-10z`).join('');

/** Two people who talk: the sound levels of two voices on one line. */
export function Voices() {
  return (
    <Picture width={320} height={120}>
      <path className="solid" d={barsFrom(1, 8, 20, 36, 54, 30, 64, 44, 22)} />
      <path className="shade" d={barsFrom(161, 40, 58, 26, 14, 34, 48, 20, 10)} />
      <text className="caption" x="1" y="115">
        our finance manager
      </text>
      <text className="caption" x="319" y="115" textAnchor="end">
        your customer
      </text>
    </Picture>
  );
}

/** The portal's card with its most important button. */
export function PortalCard() {
  return (
    <Picture width={200} height={96}>
      <path className="line" d="M1 1h198v94H1zM1 21h198M67 21v74M133 21v74" />
      <path className="shade" d="M8 8h36v6H8zM77 32h36v6H77zM77 44h46v6H77zM143 32h36v6h-36zM143 44h46v6h-46z" />
      <path className="solid" d="M10 72h48v14H10zM10 32h48v6H10zM10 44h34v6H10z" />
      <path className="line" d="M77 72h46v14H77zM143 72h46v14h-46z" />
    </Picture>
  );
}

/** An access code: three groups of four. */
export function AccessCode() {
  const symbols = [9, 21, 33, 45, 79, 91, 103, 115, 149, 161, 173, 185];
  return (
    <Picture width={200} height={96}>
      <path className="line" d="M1 26h58v44H1zM71 26h58v44H71zM141 26h58v44h-58z" />
      <path className="solid" d={symbols.map((x) => `M${x} 45h6v6h-6z`).join('')} />
    </Picture>
  );
}

/** A deal jacket in which every item is ticked. */
export function Jacket() {
  const rows = [34, 50, 66, 82];
  return (
    <Picture width={200} height={96}>
      <path className="line" d="M1 95V13h60l8-12h68v12h62v82z" />
      {rows.map((y) => (
        <path key={y} className="line" d={`M16 ${y - 5}l4 4 7-8`} />
      ))}
      <path className="shade" d="M40 28h96v6H40zM40 44h120v6H40zM40 60h78v6H40zM40 76h108v6H40z" />
    </Picture>
  );
}

/** An invoice: its lines and its total. */
export function Invoice() {
  return (
    <Picture width={200} height={96}>
      <path
        className="line"
        d="M51 95V1h148v94l-12-7-12.500 7-12.500-7-12.500 7-12.500-7-12.500 7-12.500-7-12 7-12-7-12 7-12-7z"
      />
      <path className="shade" d="M64 16h50v6H64zM64 34h72v6H64zM64 48h60v6H64zM166 34h20v6h-20zM166 48h20v6h-20z" />
      <path className="rule" d="M64 62h122" />
      <path className="solid" d="M64 69h30v6H64zM154 69h32v6h-32z" />
    </Picture>
  );
}
