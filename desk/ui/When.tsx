import { useSyncExternalStore } from 'react';

const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const fullFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long' });

const plain = (text: string): string =>
  text.replace(/\u202f/g, ' ').replace(/ ([AP]M)/g, (_, half: string) => ` ${half.toLowerCase()}`);

const lookEveryMs = 60_000;

function everyMinute(look: () => void): () => void {
  const timer = setInterval(look, lookEveryMs);
  return () => clearInterval(timer);
}

const today = (): string => new Date().toDateString();

/** A moment as somebody at work reads it: the time today, with the day before that. The whole of it is in its title. */
export function When({ at }: { at: string }) {
  const date = new Date(at);
  const isToday = date.toDateString() === useSyncExternalStore(everyMinute, today);
  return (
    <time dateTime={at} title={plain(fullFormat.format(date))} className="figures">
      {plain((isToday ? timeFormat : dayFormat).format(date))}
    </time>
  );
}
