import { goTo } from '../app/navigation.ts';
import { AccessDialog } from './gate/AccessDialog.tsx';
import { lock } from './portal.ts';

/** Opens the access-code dialog over a page of the site. A portal that was opened here and not entered is locked first. */
export function ask(): void {
  if (lock.store.get().state === 'open') lock.lock();
  lock.ask();
}

const enter = () => goTo('portal');
const stay = () => undefined;

/** The access-code dialog over a page of the site. A right code leads to the portal's page; Cancel stays here. */
export function PortalRoom() {
  return <AccessDialog onOpen={enter} onCancel={stay} />;
}
