/** Draws the folders of the server and their dependencies for docs/architecture.md. */
import type { Graph } from './cycles.ts';

/** Left out of the drawing: folders that everything may use, and those that put everything together. */
const leftOut = new Set(['database', 'http', 'site', 'context', 'config']);

const nameOf = (path: string): string => path.split('/')[1] ?? '';
const isFolder = (name: string): boolean => !name.includes('.') && !leftOut.has(name);

/** The graph of the server's parts reduced to folders, by their names. */
export function foldersOf(graph: Graph): Graph {
  const folders = [...graph].map(([path, targets]) => [nameOf(path), [...targets].map(nameOf)] as const);
  return new Map(
    folders
      .filter(([name]) => isFolder(name))
      .map(([name, targets]) => [name, new Set(targets.filter(isFolder))] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}

/** Every folder that a folder needs, directly or through others. */
function reached(from: string, graph: Graph): Set<string> {
  const found = new Set(graph.get(from));
  for (const name of found) for (const next of graph.get(name) ?? []) found.add(next);
  return found;
}

/** The folders that a folder needs, without those that it also reaches through another one. */
function closest(from: string, graph: Graph): string[] {
  const direct = [...(graph.get(from) ?? [])];
  return direct.filter((name) => !direct.some((other) => reached(other, graph).has(name))).toSorted();
}

/** The drawing in Mermaid. Folders that need the most others come first. */
export function drawing(graph: Graph): string {
  const names = [...graph.keys()];
  const weight = new Map(names.map((name) => [name, reached(name, graph).size]));
  const ordered = names.toSorted((one, other) => (weight.get(other) ?? 0) - (weight.get(one) ?? 0));
  const lines = ordered.map((name) => [name, closest(name, graph).join(' & ')].filter(Boolean).join(' --> '));
  return ['```mermaid', 'flowchart LR', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}
