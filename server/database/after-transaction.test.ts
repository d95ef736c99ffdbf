import { expect, test } from 'vitest';
import { eachEngine } from '../../tests/support/each-engine.ts';
import { afterTransaction } from './after-transaction.ts';

eachEngine(({ openStorage }) => {
  test('what a transaction leaves to its end comes after its last statement and before its promise, also when it is undone', async () => {
    const storage = await openStorage();
    const order: string[] = [];
    const run = (end: () => Promise<string>) =>
      storage.transaction(async (trx) => {
        afterTransaction(trx, () => order.push('task'));
        await trx.selectFrom('write_probes').select('id').execute();
        order.push('work');
        return end();
      });
    order.push(await run(async () => 'stored'));
    await expect(run(() => Promise.reject(new Error('undone')))).rejects.toThrow('undone');
    order.push('undone');
    expect(order).toEqual(['work', 'task', 'stored', 'work', 'task', 'undone']);
  });

  test('a transaction that runs again leaves its tasks to the end of each run', async () => {
    const storage = await openStorage();
    let runs = 0;
    let ends = 0;
    await storage.transaction(async (trx) => {
      runs += 1;
      afterTransaction(trx, () => {
        ends += 1;
      });
      if (runs === 1) throw Object.assign(new Error('aborted'), { code: '40P01' });
    });
    expect([runs, ends]).toEqual([2, 2]);
  });

  test('a transaction that the storage does not run is refused, so that no task is lost', async () => {
    const { db } = await openStorage();
    const lost = db.transaction().execute(async (trx) => afterTransaction(trx, () => {}));
    await expect(lost).rejects.toThrow('Only a transaction of the storage');
  });
});
