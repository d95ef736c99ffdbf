import { Button } from '#client/ui/Button.tsx';

/**
 * A button for a part whose file could not be fetched, because the network failed or the server has a newer version. Loading the
 * page again asks for the files that exist now.
 */
export const LoadAgain = () => (
  <Button look="primary" onClick={() => window.location.reload()}>
    Load the page again
  </Button>
);
