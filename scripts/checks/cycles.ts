/** Cycles in a graph of imports. Pure. */

/** An import graph: each file or folder, with the others that it imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The groups in which each member imports each other member, directly or through others (Tarjan's strongly connected
 * components). A graph without cycles has none.
 */
export function cyclesOf(graph: Graph): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(name: string): number {
    const number = numbers.size;
    numbers.set(name, number);
    lowest.set(name, number);
    stack.push(name);
    for (const next of graph.get(name) ?? []) {
      const reached = numbers.has(next) ? (stack.includes(next) ? numbers.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(name, Math.min(lowest.get(name) ?? number, reached));
    }
    const low = lowest.get(name) ?? number;
    if (low === number) {
      const members = stack.splice(stack.indexOf(name));
      if (members.length > 1) cycles.push(members.sort());
    }
    return low;
  }

  for (const name of graph.keys()) if (!numbers.has(name)) visit(name);
  return cycles;
}
