import { type ComponentType, type MouseEvent, useEffect, useState } from 'react';
import { isPlainPress } from '#client/lib/plain-press.ts';
import { tabStorage } from '#client/lib/storage.ts';
import { pages } from '#contract/pages.ts';
import { loadLatest } from '../../navigation/pending-load.ts';
import { untilDone } from '../sending/backoff.ts';
import { receiptKey } from '../sending/lifetimes.ts';

type Inquiry = ComponentType<{ open: boolean; onClose: () => void }>;

const loadInquiry = () => import('./LazyInquiry.tsx').then((file) => file.LazyInquiry);

/**
 * Opens the inquiry over the page from a link to the inquiry's own page. Without script, before the script has come, and
 * when the dialog's module does not load, the link leads to that page.
 */
export function useInquiry() {
  const [Inquiry, setInquiry] = useState<Inquiry>();
  const [open, setOpen] = useState(false);

  useEffect(() => {
    // A receipt from before is shown again when the person comes back to this page, or reloads it.
    if (tabStorage.read(receiptKey('inquiry')) === undefined) return;
    return untilDone(() => loadInquiry().then((Loaded) => setInquiry(() => Loaded)));
  }, []);

  const follow = async () => {
    const Loaded = await loadLatest(loadInquiry, () => location.assign(pages.inquiry));
    if (!Loaded) return;
    setInquiry(() => Loaded);
    setOpen(true);
  };

  const prepare = () => {
    // After a failure the press loads the module again, and handles that failure.
    loadInquiry().catch(() => undefined);
  };

  return {
    Inquiry,
    open,
    onClose: () => setOpen(false),
    link: {
      href: pages.inquiry,
      onPointerEnter: prepare,
      onFocus: prepare,
      onTouchStart: prepare,
      onClick: (event: MouseEvent) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        void follow();
      },
    },
  };
}
