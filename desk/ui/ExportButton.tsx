import { Button } from '#client/ui/Button.tsx';
import type { ExportKind } from '#contract/desk/export.ts';
import { beginExport } from '#contract/desk/export-endpoints.ts';
import { failureText } from '../lib/request.ts';
import { useSend } from '../lib/send.ts';
import { useMay } from '../lib/session.ts';
import { Said, useSaid } from './Said.tsx';

interface ExportButtonProps {
  kind: ExportKind;
  /** The list's filter, as in its address. Members without a value are left out. */
  filter: Readonly<Record<string, string | undefined>>;
  /** Begins a download. Only tests pass another function than the browser's download. */
  download?: (address: string) => void;
}

/** Downloads an address by pressing a link. The page stays, and a failed download shows among the browser's downloads. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

const setOnly = (filter: ExportButtonProps['filter']): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]));

/** Exports what the list's filter shows as CSV. Only for people who may export. It asks for a fresh proof first. */
export function ExportButton({ kind, filter, download = downloadFrom }: ExportButtonProps) {
  const may = useMay('export');
  const begin = useSend(beginExport);
  const [said, say] = useSaid();
  if (!may) return null;

  async function press(): Promise<void> {
    if (begin.isUnderWay()) return;
    const result = await begin.send({ body: { kind, filter: setOnly(filter) } });
    if (result.kind === 'ok') {
      download(result.value.address);
      say('go', 'Your browser downloads the file. It holds what the filter showed when you pressed.');
    } else if ((result as { name?: unknown }).name !== 'proofNeeded') say('stop', failureText(result));
  }

  return (
    <div className="export">
      <Button aria-busy={begin.sending} onClick={() => void press()}>
        {begin.sending ? 'Preparing the export' : 'Export CSV'}
      </Button>
      <Said said={said} />
    </div>
  );
}
