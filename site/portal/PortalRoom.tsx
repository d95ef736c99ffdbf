import { useEffect } from 'react';
import { beforePageChange, goTo } from '../app/navigation.ts';
import { AccessDialog } from './gate/AccessDialog.tsx';
import { lock } from './portal.ts';

/** Opens the access-code dialog over a page of the site. A portal that was opened here and not entered is locked first. */
export function ask(): void {
  if (lock.store.get().state === 'open') lock.lock();
  lock.ask();
}

/** A right code leads to the portal's page. Whoever went elsewhere before that page had come leaves no session behind. */
const enter = async () => {
  if (!(await goTo('portal'))) lock.lock();
};
const stay = () => undefined;

/** The dialog belongs to the page over which it was opened. A code that was right goes on to the portal's page. */
function close(): void {
  if (lock.store.get().state === 'locked') lock.lock();
}

/** The access-code dialog over a page of the site. A right code leads to the portal's page; Cancel stays here. */
export function PortalRoom() {
  useEffect(() => beforePageChange(close), []);
  return <AccessDialog onOpen={enter} onCancel={stay} />;
}
