import { useState } from 'react';
import { conflictFields, type FieldWords, withOwnChanges } from '../lib/own-changes.ts';
import { type Fault, undecided } from './SendForm.tsx';

/**
 * An edit of a record that others may save first. What they save is shown, and never overwritten unseen.
 *
 * @param stored the record; only the one of the first call counts, until `begin`
 * @param fieldsOf the values of the form in a record
 */
export function useOwnChanges<Stored, Fields extends object>(
  stored: Stored,
  fieldsOf: (record: Stored) => Fields,
  words: FieldWords<Fields>,
) {
  const [seen, setSeen] = useState(stored);
  const [stands, setStands] = useState(stored);
  const [mine, setMine] = useState<Fields>();
  const versions = mine && { seen: fieldsOf(seen), stands: fieldsOf(stands), mine };
  return {
    /** The record when the edit began. */
    seen,
    /** The newest stored version, once somebody else has saved first. */
    stands,
    /** Goes on from what was stored of the person's own. */
    begin(now: Stored): void {
      setSeen(now);
      setStands(now);
    },
    /** Has the person decide between the newest stored version and theirs. The values of their first conflict stay theirs. */
    decide(newest: Stored, written: Fields): Fault {
      setStands(newest);
      setMine((before) => before ?? written);
      return undecided;
    },
    /** Both versions in words, and the stored one with the person's own changes; undefined while nobody has to decide. */
    conflict: versions && { fields: conflictFields(versions, words), merged: withOwnChanges(versions) },
  };
}
