/** Defines which modules of the site share a file. */
import { posix } from 'node:path';

/** The graph of modules, as Rolldown offers it while it makes chunks. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface SharedFile {
  readonly name: string;
  readonly path: RegExp;
  /** How many pages must use a module. */
  readonly users?: 1;
}

/** The files that several pages share, each with a pattern for its modules' paths in the project. The first match counts. */
const shared: readonly SharedFile[] = [
  // The written pages. The pictures are left out, because not all of these pages have them.
  { name: 'content', path: /\/site\/content\/(?!pictures\.)[\w-]+\.(?:tsx|css)$/ },
  // The inquiry, in its dialog and on its page, which is so small that it needs no file of its own. The intake uses none of its fields.
  {
    name: 'inquiry',
    path: /\/site\/(?:forms\/inquiry\/InquiryForm|pages\/Inquiry)\.tsx$|\/contract\/inquiry\.ts$/,
    users: 1,
  },
  // What is typed as free text: the forms and the opened portal.
  { name: 'free-text', path: /\/contract\/(?:clean-text|free-text|secrets)\.ts$/ },
  // The forms. The thank-you page uses two parts of a receipt, which are files of their own.
  {
    name: 'forms',
    path: /\/site\/(?:forms|mail)\/(?!receipt\/(?:Agents\.tsx|receipt\.css)$)|\/brand\/lists\.ts$|\/contract\/(?:answers|field-errors|fields|fixed-texts|form-names|intake|send|write-params)\.ts$|\/client\/lib\/listen\.ts$|\/client\/ui\/(?:Confirm|ErrorSummary|JumpLink|form-fields)\.tsx$/,
  },
  // The figures of the home page and of the page about a session.
  { name: 'figures', path: /\/brand\/claims\.ts$|\/contract\/status\.ts$|\/site\/content\/figure-of\.ts$/ },
  // The endpoints with the schema library. The agent's page has it from the start, the portal loads it with its first call.
  { name: 'schemas', path: /\/node_modules\/zod\/|\/contract\/(?:schemas|[\w-]+-endpoints)\.ts$/ },
  // The portal, and the pages of sent links. The forms have no room for code that only these two need.
  {
    name: 'requests',
    path: /\/contract\/(?:agent|agent-request|anydesk|code-link|desk\/staff-refusals|endpoint|refusals|request-state)\.ts$|\/client\/(?:lib\/(?:clock|heading-focus|http|late|time-of-day|wall-clock)|ui\/(?:CopyButton|Spoken|use-settled))\.tsx?$|\/site\/navigation\/link-token\.ts$/,
  },
  // The portal's page, and its dialogs over other pages. The opened portal has a file of its own.
  {
    name: 'portal',
    path: /\/site\/portal\/|\/contract\/(?:portal|access-code)\.ts$|\/client\/lib\/(?:isolated|live-stream)\.ts$/,
  },
  // The forms, the portal and the agent's page. record-classes.ts belongs to the legal pages alone, and secret-advice.ts comes later.
  { name: 'fields', path: /\/(?:client\/|site\/runtime\.ts)|\/contract\/(?!(?:record-classes|secret-advice)\.ts$)/ },
];

/** Everything that `entry` imports statically, directly or through other modules. */
function importedBy(entry: string, graph: Graph): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Small modules that written pages need as well as the portal: in its file, those pages would load its code. */
const withEntry = /\/contract\/(?:text-agent|refusal-mark)\.ts$|\/client\/lib\/(?:any-signal|exchange)\.ts$/;

/** Whether a module is Rolldown's helper functions. Any file may need them, so they are in the entry's, which every page has. */
const isBundlerRuntime = (id: string): boolean => id.includes('rolldown/runtime');

/**
 * A group for Rolldown's `codeSplitting`: everything that `entry` imports statically becomes one file, even when other files import
 * it too.
 *
 * @param entry the absolute path of the entry's module
 * @param name the name of the file
 * @param also a pattern for the paths of other modules that belong to it
 */
export function entryFile(entry: string, name: string, also?: RegExp) {
  let known: { readonly graph: Graph; readonly inEntry: Set<string> } | undefined;
  const isInEntry = (id: string, graph: Graph): boolean => {
    if (known?.graph !== graph) known = { graph, inEntry: importedBy(entry, graph) };
    return known.inEntry.has(id) || isBundlerRuntime(id) || also?.test(id.replaceAll('\\', '/')) === true;
  };
  return {
    name: (id: string, graph: Graph): string | undefined => (isInEntry(id, graph) ? name : undefined),
    debugName: 'entry',
    // Dependencies stay where they are; otherwise they would follow a shared module out of the entry.
    includeDependenciesRecursively: false,
  };
}

/**
 * Groups for Rolldown's `codeSplitting`. Without groups a bundler makes one file for each set of modules that the same pages
 * share, and a page then makes a dozen requests. A module that only one page uses stays in that page's file.
 *
 * @param entry the absolute path of the entry's module
 */
export function sharedFiles(entry: string) {
  const root = posix.dirname(posix.dirname(entry.replaceAll('\\', '/')));
  const sharedFile = (id: string): SharedFile | undefined => {
    // A folder above the project may have the name of one of the project's own folders.
    const whole = id.replaceAll('\\', '/');
    const path = whole.startsWith(`${root}/`) ? whole.slice(root.length) : whole;
    return shared.find((file) => file.path.test(path));
  };
  const groupOf = (users: 1 | 2) => ({
    name: (id: string) => {
      const file = sharedFile(id);
      return file && (file.users ?? 2) === users ? file.name : undefined;
    },
    debugName: `shared by ${users}`,
    minShareCount: users,
    includeDependenciesRecursively: false,
  });
  return { groups: [entryFile(entry, 'client', withEntry), groupOf(1), groupOf(2)] };
}
