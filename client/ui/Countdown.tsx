import { useEffect, useState } from 'react';
import './countdown.css';

interface CountdownProps {
  /** A time on the clock of `performance.now()`, which does not change when the device's clock is set. */
  untilMs: number;
}

const now = () => performance.now();

function Seconds({ untilMs }: CountdownProps) {
  const [nowMs, setNowMs] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), 1000);
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

/** Counts down to a moment. A screen reader reads it once, when it begins. */
export const Countdown = (props: CountdownProps) => <Seconds key={props.untilMs} {...props} />;
