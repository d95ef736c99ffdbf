import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';

const sayForMs = 4000;

/** Copies without the clipboard API, which needs https: selects the text in a hidden field and copies the selection. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- plain http has nothing else to copy with
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}

/** Copies a text. Resolves to whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  // On plain http `navigator.clipboard` is missing, although its type says otherwise.
  const { clipboard } = navigator as { clipboard?: Clipboard };
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // The browser refused the clipboard to this page; copying a selection may still work.
  }
  return copyBySelection(text);
}

/** Copies a text, and says whether that worked. What it says is about that text: of another one nothing has been copied yet. */
export function CopyButton({ text, what, onCopied }: { text: string; what: string; onCopied?: () => void }) {
  const [last, setLast] = useState<{ readonly text: string; readonly copied: boolean }>();
  useEffect(() => {
    if (!last?.copied) return;
    const timer = setTimeout(() => setLast(undefined), sayForMs);
    return () => clearTimeout(timer);
  }, [last]);
  const press = async () => {
    const done = await copyText(text);
    setLast({ text, copied: done });
    if (done) onCopied?.();
  };
  const copied = last?.text === text ? last.copied : undefined;
  return (
    <>
      <Button onClick={() => void press()}>
        {copied ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> {what}</span>
      </Button>
      <span role="status" className={copied === false ? 'copy-note' : 'visually-hidden'}>
        {copied && `The ${what} is copied`}
        {copied === false && `The browser does not let this page copy. Select the ${what} and copy it.`}
      </span>
    </>
  );
}
