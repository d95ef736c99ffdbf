/** The export of what is kept about a person: the chosen items as an HTML page or as JSON. */
import * as z from 'zod/mini';
import { permissionsOf } from '#contract/desk/permissions.ts';
import { type ItemKind, itemKinds, personRequestSizes } from '#contract/desk/person-request.ts';
import type { Exporter } from '#server/exports/service.ts';
import { type DocumentFormat, documentOf, documentTypes } from './document.ts';
import type { ErasureService } from './service.ts';

const filter = z.strictObject({
  /** The items, each as `kind:id`, separated by single spaces. */
  items: z.string().check(z.regex(/^[a-z-]+:[^\s:]+( [a-z-]+:[^\s:]+)*$/)),
  format: z.enum(['html', 'json'] satisfies DocumentFormat[]),
});

/** Reads items such as `lead:1a2b request:3c4d`. Undefined when one is invalid. */
export function readItems(text: string): { kind: ItemKind; id: string }[] | undefined {
  const items = text.split(' ').map((item) => {
    const [, kind = '', id = ''] = /^([a-z-]+):(.+)$/.exec(item) ?? [];
    return { kind: kind as ItemKind, id };
  });
  const known = items.every(({ kind, id }) => itemKinds.includes(kind) && id !== '');
  return known ? items : undefined;
}

export const personExporter = ({
  erasure,
  now,
}: {
  readonly erasure: ErasureService;
  readonly now: () => Date;
}): Exporter => ({
  kind: 'person',
  mayRead: ({ role }) => permissionsOf(role).includes('erase'),
  check(given) {
    const read = filter.safeParse(given);
    const items = read.success ? readItems(read.data.items) : undefined;
    if (!read.success || !items || items.length > personRequestSizes.items) return undefined;
    const { format } = read.data;
    return {
      detail: { format, items: items.length },
      about: async () => (await erasure.read(items)).map(({ about }) => about),
      file: { type: documentTypes[format], ending: format },
      async *lines() {
        yield documentOf(format, await erasure.read(items), now());
      },
    };
  },
});
