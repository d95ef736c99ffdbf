import { Button } from '#client/ui/Button.tsx';
import type { ExportKind } from '#contract/desk/export.ts';
import { beginExport } from '#contract/desk/export-endpoints.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { useMay } from '../lib/session.ts';
import { setOnly } from '../lib/use-list.ts';
import { Said, type Say, useSaid } from './Said.tsx';

interface ExportButtonProps {
  kind: ExportKind;
  /** The list's filter, as in its address. Members without a value are left out. */
  filter: Readonly<Record<string, string | undefined>>;
  /** Begins a download. Only tests pass another function than the browser's download. */
  download?: (address: string) => void;
}

/** Downloads an address by pressing a link. The page stays, and a failed download shows among the browser's downloads. */
function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Begins exports and downloads each, one at a time. Whoever closes the question for a proof is told nothing. */
export function useExport(onSaid: Say, download = downloadFrom) {
  const { send, sending, isUnderWay } = useSend(beginExport);
  return {
    preparing: sending,
    /** @param says what is said once the browser downloads the file */
    begin: async (kind: ExportKind, filter: Record<string, string>, says: string): Promise<void> => {
      if (isUnderWay()) return;
      const result = await send({ body: { kind, filter } });
      if (result.kind === 'ok') {
        download(result.value.address);
        onSaid('go', says);
      } else if ((result as { name?: unknown }).name !== 'proofNeeded') onSaid('stop', failureText(result));
    },
  };
}

/** Exports what the list's filter shows as CSV. Only for people who may export. It asks for a fresh proof first. */
export function ExportButton({ kind, filter, download = downloadFrom }: ExportButtonProps) {
  const may = useMay('export');
  const [said, say] = useSaid();
  const { preparing, begin } = useExport(say, download);
  if (!may) return null;
  const says = 'Your browser downloads the file. It holds what the filter showed when you pressed.';
  return (
    <div className="export">
      <Button aria-busy={preparing} onClick={() => void begin(kind, setOnly(filter) as Record<string, string>, says)}>
        {preparing ? 'Preparing the export' : 'Export CSV'}
      </Button>
      <Said said={said} />
    </div>
  );
}
