import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Writes an asset under a name with a hash of its content, and returns its URL path. */
export async function emitAsset(siteFolder, name, content) {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const extension = extname(name);
  const file = `assets/${name.slice(0, -extension.length)}-${hash}${extension}`;
  await writeFile(join(siteFolder, file), content);
  return `/${file}`;
}
