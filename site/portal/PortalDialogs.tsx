import { useEffect } from 'react';
import { beforePageChange, goTo } from '../navigation/navigation.ts';
import { AccessDialog } from './access/AccessDialog.tsx';
import { portal } from './portal.ts';
import { LeftRequest } from './screen/LeftRequest.tsx';

/** Opens the access-code dialog over a page of the site. */
export function openAccessForm(): void {
  portal.closeOverPage();
  portal.openAccessForm();
}

/** Goes to the portal's page after a right code. A person who went elsewhere meanwhile leaves no open session behind. */
const enter = async () => {
  if (!(await goTo('portal'))) portal.closeOverPage();
};

const stay = () => undefined;

/** Closes the access form with its page. After a right code the portal is open, and its page comes next. */
function closeForm(): void {
  if (portal.store.get().status === 'locked') portal.lock();
}

/** What the portal shows over a page of the site: the access-code dialog, and the result of a request that was left. */
export function PortalDialogs() {
  useEffect(() => beforePageChange(closeForm), []);
  return (
    <>
      <AccessDialog onOpen={enter} onCancel={stay} />
      <LeftRequest elsewhere />
    </>
  );
}
