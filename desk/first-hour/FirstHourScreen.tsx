import './first-hour.css';
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { viewFirstHour } from '#contract/desk/first-hour-endpoints.ts';
import { readTopics } from '#contract/desk/read-topics.ts';
import { useRead } from '../lib/read.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Lines } from './Lines.tsx';

/** A checklist of what is left to do before the first night. The server checks each line; nobody ticks anything. */
export function FirstHourScreen() {
  const read = useRead(viewFirstHour, {}, { topics: readTopics.viewFirstHour });
  const [asked, setAsked] = useState(false);
  const look = async () => {
    setAsked(true);
    await read.refetch();
  };
  return (
    <Screen
      title="First hour"
      controls={<Button onClick={() => void look()}>{read.isFetching && asked ? 'Looking…' : 'Look again'}</Button>}
    >
      <Loaded read={read} what="the first hour">
        {(view) => (
          <div className="hour">
            <p className="hour-lead" role="status">
              {view.open === 0
                ? 'Everything is done. This list stays at its address; the navigation no longer shows it.'
                : `${view.open === 1 ? '1 thing is' : `${view.open} things are`} left before the first night. The server checks these by itself.`}
            </p>
            <Lines view={view} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
