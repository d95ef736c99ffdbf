import { Countdown } from '#client/ui/Countdown.tsx';

/** Counts down to the next try, which the page makes by itself. */
export const Waiting = ({ retryAtMs }: { retryAtMs: number }) => (
  <>
    The server is busy. Your form goes out again by itself <Countdown untilMs={retryAtMs} />.
  </>
);
