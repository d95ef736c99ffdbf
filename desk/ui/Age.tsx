import { useNow } from '#client/lib/clock.ts';
import { deskClock } from '../lib/session.ts';

const two = (count: number): string => String(count).padStart(2, '0');

/** `0:31`, `22:40`, `1:05:09`: how long since a moment, in figures that do not jump. */
export function ageText(sinceMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How long since a moment, counted by the server's clock. */
export function Age({ since }: { since: string }) {
  const now = useNow(deskClock, true);
  return <span className="age">{ageText(Date.parse(since), now)}</span>;
}
