/** Records the sources of the committed pictures, so that a check can tell when they are out of date without drawing them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archivoFile } from '../build/font.mjs';
import { type Drawing, drawings } from './drawings.ts';

export const publicFolder = resolve(import.meta.dirname, '../../site/public');
export const recordFile = join(import.meta.dirname, 'record.json');

/** By file: the hash of the picture's sources, and the hash of the picture. */
type PicturesRecord = Readonly<Record<string, { readonly inputs: string; readonly picture: string }>>;

const hash = (...parts: (string | Buffer)[]): string =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest('hex');

const recordOf = (drawing: Drawing) => ({
  inputs: hash(drawing.html, `${drawing.width}x${drawing.height}`, readFileSync(archivoFile)),
  picture: hash(readFileSync(join(publicFolder, drawing.file))),
});

/** The record as it would be written now. */
export const currentRecord = (): PicturesRecord =>
  Object.fromEntries(drawings().map((drawing) => [drawing.file, recordOf(drawing)]));

/** The record as it was written when the pictures were drawn. */
export const committedRecord = (): PicturesRecord => JSON.parse(readFileSync(recordFile, 'utf8')) as PicturesRecord;
