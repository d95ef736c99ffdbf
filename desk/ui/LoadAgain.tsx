import { Button } from '#client/ui/Button.tsx';

/** For a part whose file did not come, because the network failed or the server has a newer version: a new page asks for what is there. */
export const LoadAgain = () => (
  <Button look="primary" onClick={() => window.location.reload()}>
    Load the page again
  </Button>
);
