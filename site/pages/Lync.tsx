import { brand } from '#brand/brand.ts';
import { lync } from '#brand/lync.ts';
import { Button, LinkButton } from '#client/ui/Button.tsx';
import { Figures } from '../content/Figures.tsx';
import { ApiPreview } from '../content/lync/ApiPreview.tsx';
import { Dashboard } from '../content/lync/Dashboard.tsx';
import { Layers } from '../content/lync/Layers.tsx';
import { PageSection } from '../content/PageSection.tsx';
import { Quarters } from '../content/Quarters.tsx';
import './lync.css';

const { name } = brand.lync;

const features = [
  {
    title: 'Join by link',
    text: 'A link in the portal opens the session in the browser you have. Nothing to install, nobody to ask for administrator rights.',
  },
  {
    title: 'Two pointers',
    text: 'Yours and ours, each with its name on it. When both move, yours wins.',
  },
  {
    title: 'Voice in the same window',
    text: 'Your customer hears us from the screen they are looking at. No second telephone on the desk.',
  },
  {
    title: 'A record you can read',
    text: 'Who joined and when, shown to your store as it is written. The picture itself is not kept.',
  },
] as const;

type TargetFigure = (typeof lync)[keyof typeof lync];

const target = ({ before, value }: TargetFigure): string => `${before} ${value}`.trim();

const specs = [
  ['Users per session', target(lync.users), lync.users.standing],
  ['Latency', target(lync.latency), lync.latency.standing],
  ['Uptime', target(lync.uptime), lync.uptime.standing],
  ['Data centers', target(lync.dataCenters), lync.dataCenters.standing],
  ['Picture and voice', 'WebRTC, encrypted on the way', 'planned'],
  ['Network', 'outgoing connections only', 'planned'],
  ['Sign-in', 'your access code and a second factor', 'planned'],
] as const;

const platforms = [
  ['Windows', 'in Chrome, Edge or Firefox'],
  ['macOS', 'in Safari, Chrome, Edge or Firefox'],
  ['ChromeOS', 'in Chrome'],
  ['Tablet', 'to watch and to talk; the desk keeps the pointer'],
] as const;

const integrations = [
  ['REST API', 'open a session from your own software'],
  ['Webhooks', 'be told when a session begins and ends'],
  ['DMS', 'a button beside the deal that asks for an agent'],
  ['Single sign-on', 'your people use the account they have'],
] as const;

type Row = readonly [what: string, value: string, standing?: string];

const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <dl className="lync-rows">
    {rows.map(([what, value, standing]) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd>
          {value} {standing && <span className="tag">{standing}</span>}
        </dd>
      </div>
    ))}
  </dl>
);

/** A button for something that does not exist yet. Its text says so. */
function NotYet({ children }: { children: string }) {
  return (
    <Button disabled>
      {children} <span className="tag">Coming Soon</span>
    </Button>
  );
}

function EarlyAccess() {
  return (
    <LinkButton look="primary" href={`mailto:${brand.earlyAccessEmail}`}>
      Get Early Access
    </LinkButton>
  );
}

/** Our own remote desktop, which does not exist yet. Everything on this page says whether it is a plan, a target or a sample. */
export function Lync() {
  return (
    <>
      <PageSection material="night" labelledBy="lync" head className="lync-head">
        <div className="halves">
          <div className="stack stack-wide">
            <h1 id="lync" className="wrapped">
              {name}. <span className="tag">Coming Soon</span>
            </h1>
            <p className="page-lead">
              Our own remote desktop, built for the finance desk. No download, no address to read out: you open a link,
              and a finance manager is on the deal with you.
            </p>
            <div className="buttons ways">
              <EarlyAccess />
              <NotYet>Launch Platform</NotYet>
            </div>
            <p className="soft">
              Nothing on this page can be bought or used yet. Until it can, we connect through AnyDesk.
            </p>
          </div>
          <div>
            <Dashboard />
          </div>
        </div>
      </PageSection>

      <PageSection material="night" labelledBy="figures" axis={false} className="lync-figures">
        <h2 id="figures" className="visually-hidden">
          Figures
        </h2>
        <Figures figures={Object.values(lync)} />
      </PageSection>

      <PageSection material="paper" labelledBy="features">
        <div className="halves halves-head">
          <h2 id="features">Features</h2>
          <p className="soft">What a session is to feel like, for the people on both ends and the one in the chair.</p>
        </div>
        <Quarters quarters={features} />
      </PageSection>

      <PageSection material="paper" labelledBy="specs" className="tinted">
        <div className="halves">
          <div className="stack stack-wide">
            <h2 id="specs">Specifications</h2>
            <Rows rows={specs} />
          </div>
          <div className="stack stack-wide">
            <h2>Platforms</h2>
            <Rows rows={platforms} />
            <NotYet>Check My Computer</NotYet>
          </div>
        </div>
      </PageSection>

      <PageSection material="night" labelledBy="layers" axis={false}>
        <div className="stack stack-wide">
          <h2 id="layers">Architecture, in four layers</h2>
          <Layers />
        </div>
      </PageSection>

      <PageSection material="night" labelledBy="integrations">
        <div className="halves">
          <div className="stack stack-wide">
            <h2 id="integrations">Integration options</h2>
            <p className="soft">Four ways in are planned. Tell us which one your store would use first.</p>
            <Rows rows={integrations} />
            <div className="buttons ways">
              <NotYet>Read the Documentation</NotYet>
              <NotYet>Get an API Key</NotYet>
            </div>
          </div>
          <ApiPreview />
        </div>
      </PageSection>

      <PageSection material="paper" labelledBy="early-access">
        <div className="halves">
          <h2 id="early-access">Be the first store on it.</h2>
          <div className="stack stack-wide">
            <p className="soft">
              Write to <a href={`mailto:${brand.earlyAccessEmail}`}>{brand.earlyAccessEmail}</a> with the name of your
              store. We answer when there is something to try, and not before.
            </p>
            <div className="buttons ways">
              <EarlyAccess />
            </div>
          </div>
        </div>
      </PageSection>
    </>
  );
}
