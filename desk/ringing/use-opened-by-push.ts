import { useEffect } from 'react';
import { useLocation } from 'wouter';

/** Goes to the request of a notification that was pressed while the desk was open already. */
export function useOpenedByPush(): void {
  const [, navigate] = useLocation();
  useEffect(() => {
    const { serviceWorker } = navigator;
    // Absent on plain http beside localhost, where nobody signs in.
    if (!serviceWorker) return;
    const hear = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
      // `~` is an address outside the base that this router adds.
      if (typeof data?.open === 'string' && data.open.startsWith('/desk/')) navigate(`~${data.open}`);
    };
    serviceWorker.addEventListener('message', hear);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener('message', hear);
  }, [navigate]);
}
