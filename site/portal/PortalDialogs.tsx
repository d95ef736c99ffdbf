import { useEffect } from 'react';
import { beforePageChange, goTo } from '../navigation/navigation.ts';
import { AccessDialog } from './gate/AccessDialog.tsx';
import { lock, running } from './portal.ts';
import { LeftRequest } from './screen/LeftRequest.tsx';

/** A portal that was opened here and not entered is locked, and nothing of it goes on over a page of the site. */
function giveUp(): void {
  if (lock.store.get().state === 'open') lock.lock();
  running.rest();
}

/** Opens the access-code dialog over a page of the site. */
export function openAccessForm(): void {
  giveUp();
  lock.ask();
}

/** A right code leads to the portal's page. Whoever went elsewhere before that page had come leaves no session behind. */
const enter = async () => {
  if (!(await goTo('portal'))) giveUp();
};
const stay = () => undefined;

/** The dialog belongs to the page over which it was opened. A code that was right goes on to the portal's page. */
function close(): void {
  if (lock.store.get().state === 'locked') lock.lock();
}

/** What the portal shows over a page of the site: the access-code dialog, and what became of a request that was left. */
export function PortalDialogs() {
  useEffect(() => beforePageChange(close), []);
  return (
    <>
      <AccessDialog onOpen={enter} onCancel={stay} />
      <LeftRequest elsewhere />
    </>
  );
}
