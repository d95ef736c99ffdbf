import { useEffect, useState } from 'react';

/** Counts down to the next try, which the page makes by itself. */
export function Waiting({ retryAtMs }: { retryAtMs: number }) {
  const left = () => Math.max(0, Math.ceil((retryAtMs - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((retryAtMs - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [retryAtMs]);
  return (
    <>
      The server asked us to wait a moment. Your form goes out again by itself in {seconds}{' '}
      {seconds === 1 ? 'second' : 'seconds'}.
    </>
  );
}
