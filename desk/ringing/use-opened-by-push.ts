import { useEffect } from 'react';
import { useLocation } from 'wouter';

/** Opens the request of a notification that is pressed while the desk is already open. */
export function useOpenedByPush(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const { serviceWorker } = navigator;
    // Absent on plain http, where nobody can sign in (localhost has it).
    if (!serviceWorker) return;
    const hear = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
      // `~` makes the address absolute: the router does not put its base before it.
      if (typeof data?.open === 'string' && data.open.startsWith('/desk/')) navigate(`~${data.open}`);
    };
    serviceWorker.addEventListener('message', hear);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener('message', hear);
  }, [navigate]);
}
