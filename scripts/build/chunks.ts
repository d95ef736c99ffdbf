/** Which modules of the site share a file. */

/** The graph of modules, as Rolldown offers it while it makes chunks. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** What is one file for all pages that share it, by the paths of its modules. The first that fits counts. */
const shared = [
  // The written pages.
  { name: 'content', path: /\/site\/content\/[\w-]+\.(?:tsx|css)$/ },
  // The forms, the portal and the agent's page.
  {
    name: 'fields',
    path: /\/(?:client\/|site\/(?:runtime\.ts|forms\/help\.ts|portal\/env\.ts))|\/contract\/|\/node_modules\/zod\//,
  },
  // The forms. Whether there is a receipt also the home page asks, and the style of one is the thank-you page's: they need
  // nothing else of this.
  { name: 'forms', path: /\/site\/(?:forms|mail)\/(?!receipt\/(?:receipt\.css|has-receipt\.ts)$)/ },
] as const;

/** Everything that `entry` imports, without what it loads later. */
function importedBy(entry: string, graph: Graph): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/**
 * Groups for Rolldown. A bundler left to itself makes a file of every set of modules that the same pages share, and a page
 * then asks for a dozen. What only one page uses stays with it, and what the entry imports stays in the entry.
 */
export function sharedFiles(entry: string) {
  let known: { readonly graph: Graph; readonly inEntry: Set<string> } | undefined;
  const fileOf = (id: string, graph: Graph): string | undefined => {
    if (known?.graph !== graph) known = { graph, inEntry: importedBy(entry, graph) };
    const plain = id.replaceAll('\\', '/');
    return known.inEntry.has(id) ? undefined : shared.find(({ path }) => path.test(plain))?.name;
  };
  return {
    groups: [
      // What these modules import stays where it is: it would follow them out of the entry.
      { name: fileOf, debugName: 'shared by pages', minShareCount: 2, includeDependenciesRecursively: false },
    ],
  };
}
