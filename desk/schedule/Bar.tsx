import type { Stretch } from './words.ts';

/** A day as a line, with stretches of time drawn on it. Hidden from screen readers, because the same stands beside it in words. */
export function Bar({ day, parts, tone }: { day: Stretch; parts: readonly Stretch[]; tone: 'hours' | 'gap' }) {
  const [start, end] = [Date.parse(day.startsAt), Date.parse(day.endsAt)];
  const x = (at: string) => ((Date.parse(at) - start) / (end - start)) * 240;
  return (
    <svg className="day-bar" data-tone={tone} viewBox="0 0 240 8" preserveAspectRatio="none" aria-hidden="true">
      <path className="day-line" d="M0 7.5h240" />
      {parts.map(({ startsAt, endsAt }) => (
        <rect key={startsAt} x={x(startsAt)} y="1" width={Math.max(x(endsAt) - x(startsAt), 1)} height="6" />
      ))}
    </svg>
  );
}
