import { Button, LinkButton } from '#client/ui/Button.tsx';
import { type AnydeskSystem, anydeskDigits, anydeskDownloads } from '#contract/anydesk.ts';
import { portalTexts } from '#contract/portal.ts';

const systems = Object.keys(anydeskDownloads) as AnydeskSystem[];

/** Mac or Windows: the download page opens in a new tab, and this tab explains the installation (S2.37). */
export function DownloadPanel({ onChosen }: { onChosen: (system: AnydeskSystem) => void }) {
  return (
    <>
      <p className="dialog-lead">On the computer that has the deal. AnyDesk’s own page opens in a new tab.</p>
      <ul className="systems">
        {systems.map((system) => (
          <li key={system}>
            <LinkButton href={anydeskDownloads[system]} target="_blank" rel="noopener" onClick={() => onChosen(system)}>
              {system}
            </LinkButton>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What to do with the file that was downloaded (S2.38). */
export function InstallPanel({ system, onClose }: { system: AnydeskSystem; onClose: () => void }) {
  return (
    <>
      <ol className="ready-steps">
        <li>Open the file that you downloaded</li>
        <li>Follow the prompts</li>
        <li>Launch AnyDesk</li>
        <li>Find the {anydeskDigits}-digit address code in its window</li>
      </ol>
      <p className="install-last">Give the address code to the agent. They join your screen with it.</p>
      <div className="dialog-end">
        <Button look="primary" onClick={onClose}>
          {portalTexts.gotIt}
        </Button>
        <LinkButton href={anydeskDownloads[system]} target="_blank" rel="noopener">
          Download again
        </LinkButton>
      </div>
    </>
  );
}
