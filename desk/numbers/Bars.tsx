import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';

/** One bar: a count, and the part of it that went wrong. */
export interface Bar {
  readonly key: string;
  /** The label under the bar; empty for none. */
  readonly label: string;
  readonly count: number;
  /** Drawn in stripes, from the bottom of the bar. */
  readonly bad: number;
  /** The value of the line over this bar, in the line's own unit; null when it is not known. */
  readonly line?: number | null;
}

interface BarsProps {
  bars: readonly Bar[];
  /** What the picture shows, in a sentence. Its figures are in the table beside it. */
  label: string;
  /** In CSS pixels. */
  height?: number;
}

const top = 22;
const bottom = 24;
const narrowestForValue = 17;
/** The least maximum of the scale, so that a single request does not fill the height. */
const fewest = 4;
const labelWidth = 52;

/** The width of an element in CSS pixels, at least 240. A drawing of that width shows its texts at the page's own size. */
function useWidth<Of extends Element>(first: number): [RefObject<Of | null>, number] {
  const ref = useRef<Of>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(240, Math.round(element.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** The line as SVG paths: level over each bar, and interrupted where its value is not known. */
function linePieces(bars: readonly Bar[], step: number, yOf: (value: number) => number): string[] {
  const pieces: string[] = [];
  let piece = '';
  bars.forEach(({ line }, at) => {
    if (line === null || line === undefined) {
      if (piece) pieces.push(piece);
      piece = '';
      return;
    }
    const y = yOf(line).toFixed(1);
    piece += `${piece ? 'L' : 'M'}${(at * step).toFixed(1)} ${y}H${((at + 1) * step).toFixed(1)}`;
  });
  return piece ? [...pieces, piece] : pieces;
}

/** The stripes of what went wrong, as a pattern with this id. */
const Stripes = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" className="bar-bad-ground" />
      <rect width="3" height="6" className="bar-bad-stripe" />
    </pattern>
  </defs>
);

/** Bars over time with their values above them, and a line with a scale of its own. */
export function Bars({ bars, label, height = 190 }: BarsProps) {
  const [ref, width] = useWidth<SVGSVGElement>(640);
  const pattern = useId();
  const most = Math.max(fewest, ...bars.map(({ count }) => count));
  const mostLine = Math.max(1, ...bars.map(({ line }) => line ?? 0));
  const step = width / Math.max(1, bars.length);
  const bar = Math.max(2, Math.min(step * 0.72, 48));
  const inside = height - top - bottom;
  const yOf = (share: number) => top + inside * (1 - share);
  const hasValues = step >= narrowestForValue;
  const labelled = bars.filter((one) => one.label !== '');
  const labelEvery = Math.ceil((labelled.length * labelWidth) / width);
  return (
    <svg
      ref={ref}
      className="numbers-bars"
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <Stripes id={pattern} />
      <line x1="0" x2={width} y1={yOf(0)} y2={yOf(0)} className="bars-axis" />
      {bars.map(({ key, count, bad }, at) => {
        const x = at * step + (step - bar) / 2;
        const [y, badY] = [yOf(count / most), yOf(bad / most)];
        return (
          <g key={key}>
            <rect x={x} y={y} width={bar} height={yOf(0) - y} className="count-bar" />
            {bad > 0 && <rect x={x} y={badY} width={bar} height={yOf(0) - badY} fill={`url(#${pattern})`} />}
          </g>
        );
      })}
      {linePieces(bars, step, (value) => yOf(value / mostLine)).map((piece) => (
        <path key={piece} d={piece} className="bars-line" />
      ))}
      {hasValues &&
        bars.map(({ key, count }, at) =>
          count > 0 ? (
            <text key={key} x={(at + 0.5) * step} y={yOf(count / most) - 5} className="bar-value" textAnchor="middle">
              {count}
            </text>
          ) : null,
        )}
      {labelled
        .filter((_, index) => index % labelEvery === 0)
        .map((one) => {
          const x = bars.indexOf(one) * step + (step - bar) / 2;
          const isLast = x + labelWidth > width;
          return (
            <text
              key={one.key}
              x={isLast ? x + bar : x}
              y={height - 6}
              className="bar-label"
              textAnchor={isLast ? 'end' : 'start'}
            >
              {one.label}
            </text>
          );
        })}
    </svg>
  );
}

/** The key of the picture: what a bar, its stripes and the line mean. */
export function Key({ bar, bad, line }: { bar: string; bad: string; line?: string }) {
  const pattern = useId();
  return (
    <ul className="bars-key">
      <li>
        <svg width="16" height="12" aria-hidden="true">
          <rect width="16" height="12" className="count-bar" />
        </svg>
        {bar}
      </li>
      <li>
        <svg width="16" height="12" aria-hidden="true">
          <Stripes id={pattern} />
          <rect width="16" height="12" fill={`url(#${pattern})`} />
        </svg>
        {bad}
      </li>
      {line && (
        <li>
          <svg width="16" height="12" aria-hidden="true">
            <path d="M0 6H16" className="bars-line" />
          </svg>
          {line}
        </li>
      )}
    </ul>
  );
}
