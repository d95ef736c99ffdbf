import { describe, expect, test } from 'vitest';
import type { Storage } from '#server/database/open.ts';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { matching, removeSearchText, type SearchKind, writeSearchText } from './service.ts';

const write = (storage: Storage, kind: SearchKind, texts: Readonly<Record<string, string>>) =>
  storage.transaction(async (trx) => {
    for (const [id, text] of Object.entries(texts)) await writeSearchText(trx, kind, id, text);
  });

/** The ids of a kind that match, in order; all ids when the text is empty. */
async function find({ reads }: Storage, kind: SearchKind, typed: string): Promise<string[]> {
  const found = await matching(reads, kind, typed);
  const all = reads.selectFrom('search_texts').select('id').where('kind', '=', kind).orderBy('id');
  const rows = await (found ? all.where(found('search_texts.id')) : all).execute();
  return rows.map(({ id }) => id);
}

eachEngine(({ openStorage }) => {
  describe('R107 a search', () => {
    test('finds the same on both engines, whatever is typed', async () => {
      const storage = await openStorage();
      await write(storage, 'lead', {
        ana: 'Ana Ruíz\nRuíz & Sons “Motors”\n(207) 555-0100\nana@ruiz.example',
        bo: "Bo O'Brien\n100% Auto_Haus\\Straße\n+1 207.555.0190",
        cy: 'Cy Żółć\nAND OR NOT NEAR(a b)\n*^:(){}[]"-- ; drop table leads',
      });
      const finds = {
        ruiz: ['ana'],
        'RUÍZ motors': ['ana'],
        '"motors"': ['ana'],
        '207 555': ['ana', 'bo'],
        '(207) 555-01': ['ana', 'bo'],
        '+1 (207) 555-0190': ['bo'],
        'ana 207-555-0100': ['ana'],
        '\u202d(207) 555-0100\u202c': ['ana'],
        '٢٠٧ ٥٥٥': ['ana', 'bo'],
        '207−555−0100': ['ana'],
        'ana  ruíz': ['ana'],
        'ANA@RUIZ.EXAMPLE': ['ana'],
        'bo 207-555-0100': [],
        strasse: ['bo'],
        '100%': ['bo'],
        '%': [],
        '%%%': [],
        _haus: ['bo'],
        a_to: [],
        '\\str': ['bo'],
        "o'b": ['bo'],
        'zolc near(': ['cy'],
        'and or not': ['cy'],
        '*^:': ['cy'],
        '"--': ['cy'],
        '{}[]"': ['cy'],
        r: ['ana'],
        'r s': ['ana'],
        b: ['bo', 'cy'],
        br: ['bo'],
        rz: [],
        '🚗': [],
        '': ['ana', 'bo', 'cy'],
        ' \t ': ['ana', 'bo', 'cy'],
        '\0\ud800': ['ana', 'bo', 'cy'],
      };
      const found: Record<string, string[]> = {};
      for (const typed of Object.keys(finds)) found[typed] = await find(storage, 'lead', typed);
      expect(found).toEqual(finds);
    });

    test('R1244 finds a name that is typed in one word or in two', async () => {
      const storage = await openStorage();
      await write(storage, 'lead', { one: 'Ian McDonald', two: 'Ian Mc Donald' });
      for (const typed of ['mcdonald', 'mc donald']) expect(await find(storage, 'lead', typed)).toEqual(['one', 'two']);
    });

    test('finds by the newest text alone, and nothing that was removed', async () => {
      const storage = await openStorage();
      await write(storage, 'lead', { a: 'first words', b: 'first other' });
      await write(storage, 'lead', { a: 'second words' });
      await write(storage, 'lead', { a: 'second words' });
      expect(await find(storage, 'lead', 'first')).toEqual(['b']);
      expect(await find(storage, 'lead', 'second')).toEqual(['a']);
      await storage.transaction((trx) => removeSearchText(trx, 'lead', 'a'));
      expect(await find(storage, 'lead', 'second')).toEqual([]);
      expect(await find(storage, 'lead', 'words')).toEqual([]);
    });

    test('of one kind finds nothing of another with the same id', async () => {
      const storage = await openStorage();
      await write(storage, 'lead', { a: 'one word' });
      await write(storage, 'dealership', { a: 'another word', b: 'word' });
      expect(await find(storage, 'lead', 'word')).toEqual(['a']);
      expect(await find(storage, 'dealership', 'word')).toEqual(['a', 'b']);
      expect(await find(storage, 'lead', 'another')).toEqual([]);
    });

    test('finds all of very many', async () => {
      const storage = await openStorage();
      const texts = Object.fromEntries(Array.from({ length: 1200 }, (_, n) => [`${n + 1000}`, `word ${n % 3}x`]));
      await write(storage, 'request', texts);
      expect(await find(storage, 'request', 'word')).toHaveLength(1200);
      expect(await find(storage, 'request', '1x')).toHaveLength(400);
      expect(await find(storage, 'request', 'word 2')).toHaveLength(400);
    });

    test('keeps nothing of a transaction that fails', async () => {
      const storage = await openStorage();
      const failing = storage.transaction(async (trx) => {
        await writeSearchText(trx, 'lead', 'a', 'words');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await find(storage, 'lead', 'words')).toEqual([]);
    });
  });
});
