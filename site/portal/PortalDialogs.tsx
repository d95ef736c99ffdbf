import { useEffect } from 'react';
import { listen } from '#client/lib/listen.ts';
import { beforePageChange, goTo } from '../navigation/navigation.ts';
import { AccessDialog } from './access/AccessDialog.tsx';
import { portal } from './portal.ts';
import { LeftRequest } from './screen/LeftRequest.tsx';

/** Opens the access-code dialog over a page of the site. */
export function openAccessForm(): void {
  portal.closeOverPage();
  portal.openAccessForm();
}

/** Goes to the portal's page after a right code. If the person went to another page meanwhile, the session is closed. */
const enter = async () => {
  if (!(await goTo('portal'))) portal.closeOverPage();
};

/**
 * Closes the access form when its page is left. After a right code the portal is open and stays so, because its page comes next.
 */
function closeForm(): void {
  if (portal.store.get().status === 'locked') portal.lock();
}

/** The portal's dialogs over other pages of the site: the access code, and the result of a request whose portal was left. */
export function PortalDialogs() {
  useEffect(() => beforePageChange(closeForm), []);
  // The browser may show this page again to another person, with a code in its field or one that is being checked.
  useEffect(() => listen(window, { pagehide: portal.leaveDocument }), []);
  return (
    <>
      <AccessDialog onOpen={enter} />
      <LeftRequest elsewhere />
    </>
  );
}
