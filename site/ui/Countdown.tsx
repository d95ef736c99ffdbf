import { useEffect, useState } from 'react';
import './countdown.css';

function Seconds({ untilMs }: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil(Math.max(0, untilMs - nowMs) / 1000);
  const [spoken] = useState(seconds);
  return (
    <>
      <span className="visually-hidden">in {spoken === 1 ? '1 second' : `${spoken} seconds`}</span>
      <span aria-hidden="true" className="countdown">
        in {seconds} s
      </span>
    </>
  );
}

/** Counts down to a moment, in milliseconds since 1970. It is read out as it begins; the seconds that pass are for the eyes. */
export const Countdown = ({ untilMs }: { untilMs: number }) => <Seconds key={untilMs} untilMs={untilMs} />;
