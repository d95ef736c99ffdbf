import './records.css';
import { Link, useSearch } from 'wouter';
import { readTopics } from '#contract/desk/read-topics.ts';
import { viewRecords } from '#contract/desk/sweep-endpoints.ts';
import { paths } from '../app/paths.ts';
import { useRead } from '../lib/read.ts';
import { Loaded } from '../ui/Loaded.tsx';
import { Said, useSaid } from '../ui/Said.tsx';
import { Screen } from '../ui/Screen.tsx';
import { Holds } from './Holds.tsx';
import { PersonRequest } from './PersonRequest.tsx';
import { Sweep } from './Sweep.tsx';

/** The sweep, which deletes records that are out of time, and the legal holds, which keep them. */
function Ending() {
  const read = useRead(viewRecords, {}, { topics: readTopics.viewRecords });
  const [said, say] = useSaid(undefined, 'records');
  return (
    <div className="records">
      <Said said={said} />
      <Loaded read={read} what="the sweep">
        {(view) => (
          <>
            <Sweep view={view} onSaid={say} />
            <Holds holds={view.holds} onSaid={say} />
          </>
        )}
      </Loaded>
    </div>
  );
}

const parts = [
  { name: 'Sweep and holds', query: '', Part: Ending },
  { name: 'A person’s request', query: 'person', Part: PersonRequest },
] as const;

/** How long records about people are kept, and how they are erased. */
export function RecordsScreen() {
  const asked = new URLSearchParams(useSearch()).get('part') ?? '';
  const shown = parts.find(({ query }) => query === asked) ?? parts[0];
  return (
    <Screen title="Records">
      <nav className="records-parts" aria-label="Records">
        {parts.map(({ name, query }) => (
          <Link
            key={name}
            href={query === '' ? paths.records : `${paths.records}?part=${query}`}
            aria-current={query === shown.query ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <shown.Part />
    </Screen>
  );
}
