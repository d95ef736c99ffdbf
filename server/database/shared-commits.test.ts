import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createSharedCommits, openForMs, type Soon } from './shared-commits.ts';

/**
 * Opens a database in memory with one table. Returns its shared commits and a log of the statements that begin or end transactions.
 *
 * The time stands still unless a test moves it: on a busy machine, the few milliseconds for which a commit is open would be over at once.
 *
 * @param soon schedules a commit
 */
function openShared(soon?: Soon) {
  const time = { ms: 0 };
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  database.exec('create table things (name text primary key)');
  const heard: string[] = [];
  const watched = new Proxy(database, {
    get(target, property) {
      if (property !== 'prepare') {
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return (text: string) => {
        const statement = target.prepare(text);
        const run = statement.run.bind(statement);
        statement.run = (...parameters: []) => {
          if (!text.startsWith('insert')) heard.push(text);
          return run(...parameters);
        };
        return statement;
      };
    },
  });
  const commits = createSharedCommits(watched, soon, undefined, () => time.ms);
  const insert = async (name: string, then: 'commit' | 'fail' = 'commit') => {
    const turn = await commits.begin();
    try {
      turn.run('insert into things values (?)', [name]);
      if (then === 'fail') throw new Error(`${name} fails`);
    } catch (error) {
      await turn.rollBack();
      throw error;
    }
    await turn.commit();
  };
  const names = () =>
    database
      .prepare('select name from things order by name')
      .all()
      .map(({ name }) => name);
  return { commits, insert, names, heard, database, time };
}

it('writers that wait for each other share one commit, and each ends after it', async () => {
  const { insert, names, heard } = openShared();
  let committed = 0;
  await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      await insert(name);
      expect(heard.at(-1)).toBe('commit');
      committed += 1;
    }),
  );
  expect([committed, names()]).toEqual([3, ['a', 'b', 'c']]);
  expect(heard.filter((text) => text === 'commit')).toHaveLength(1);
});

it('one that fails takes nothing of the others back, whichever place it has', async () => {
  for (const failing of [0, 1, 2, 3]) {
    const { insert, names } = openShared();
    const ends = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name, at) => insert(name, at === failing ? 'fail' : 'commit')),
    );
    expect(ends.map(({ status }) => status === 'rejected')).toEqual([0, 1, 2, 3].map((at) => at === failing));
    expect(names()).toEqual(['a', 'b', 'c', 'd'].filter((_, at) => at !== failing));
  }
});

/** Lets transactions that were begun go on, within the same turn of the event loop. */
async function letGoOn(): Promise<void> {
  for (let count = 0; count < 50; count++) await Promise.resolve();
}

it('transactions that follow each other in one turn of the event loop share a commit, although none waits for another', async () => {
  const { insert, names, heard } = openShared();
  const ends = [insert('a')];
  // Each transaction has ended when the next begins, as with requests that are read from their sockets one by one.
  await Promise.resolve();
  while (ends.length < 3) {
    await letGoOn();
    ends.push(insert(`${ends.length}`));
  }
  await Promise.all(ends);
  expect(names()).toEqual(['1', '2', 'a']);
  expect(heard.filter((text) => text === 'commit')).toHaveLength(1);
});

it('a commit takes no further transaction when its time is over, although they wait for each other', async () => {
  const { insert, heard, time } = openShared();
  const first = insert('a');
  await letGoOn();
  time.ms = openForMs;
  await Promise.all([first, insert('b'), insert('c')]);
  expect(heard.filter((text) => text === 'commit')).toHaveLength(2);
});

const oneTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Runs the tasks that were scheduled, as one turn of the event loop does. */
async function runDue(due: (() => void)[]): Promise<void> {
  for (const task of due.splice(0)) task();
  await oneTurn();
}

it('a commit stays open for as long as each turn of the event loop brings another transaction', async () => {
  const due: (() => void)[] = [];
  const { insert, names, heard } = openShared((task) => void due.push(task));
  const ends = [insert('a')];
  await oneTurn();
  for (const name of ['b', 'c']) {
    await runDue(due);
    ends.push(insert(name));
    await oneTurn();
  }
  await runDue(due);
  expect(heard).not.toContain('commit');
  await runDue(due);
  await Promise.all(ends);
  expect([names(), heard.filter((text) => text === 'commit'), due]).toEqual([['a', 'b', 'c'], ['commit'], []]);
});

it('what ends while a commit is open is told only after it, and is lost with it when the process dies', async () => {
  const due: (() => void)[] = [];
  const { insert, database } = openShared((task) => void due.push(task));
  const told: string[] = [];
  const ends = ['a', 'b'].map((name) => insert(name).then(() => told.push(name)));
  await oneTurn();
  expect([told, database.isTransaction, due.length]).toEqual([[], true, 1]);
  const settled = Promise.allSettled(ends);
  database.close();
  while (due.length > 0) await runDue(due);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(told).toEqual([]);
});

it('a transaction is never committed half, although the commit that it shares was due meanwhile', async () => {
  const due: (() => void)[] = [];
  const { commits, insert, names, database } = openShared((task) => void due.push(task));
  const first = insert('a');
  await oneTurn();
  const turn = await commits.begin();
  turn.run("insert into things values ('half')", []);
  await runDue(due);
  expect(database.isTransaction).toBe(true);
  await turn.rollBack();
  await oneTurn();
  while (due.length > 0) await runDue(due);
  await first;
  expect([names(), database.isTransaction]).toEqual([['a'], false]);
});

it('at most sixty-four share a commit, and one alone has its own', async () => {
  const { insert, heard } = openShared();
  await insert('alone');
  expect(heard).toEqual(['begin immediate', 'commit']);
  await Promise.all(Array.from({ length: 129 }, (_, at) => insert(`${at}`)));
  expect(heard.filter((text) => text === 'commit').length).toBeGreaterThanOrEqual(4);
});

it('when SQLite undoes everything, all that share the commit are told so, and the next one writes', async () => {
  const { commits, insert, names, database } = openShared();
  const ends = Promise.allSettled([
    insert('a'),
    insert('b'),
    (async () => {
      const turn = await commits.begin();
      // A full disk makes SQLite roll back in the middle of a statement.
      database.exec('rollback');
      expect(() => turn.run('insert into missing values (1)', [])).toThrow('no such table');
      await turn.rollBack();
    })(),
  ]);
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(names()).toEqual([]);
  await insert('c');
  expect(names()).toEqual(['c']);
});

it('a commit that fails is told to everybody who shares it', async () => {
  const { commits, insert, names, database } = openShared();
  database.exec('create table parents (id text primary key)');
  database.exec('create table children (parent text references parents deferrable initially deferred)');
  database.exec('pragma foreign_keys = on');
  const orphan = async () => {
    const turn = await commits.begin();
    turn.run("insert into children values ('nobody')", []);
    await turn.commit();
  };
  const ends = await Promise.allSettled([insert('a'), orphan(), insert('b')]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(names()).toEqual([]);
  await insert('c');
  expect(names()).toEqual(['c']);
});

it('a statement that no transaction may contain waits for the commit before it', async () => {
  const { commits, insert, names, heard } = openShared();
  await Promise.all([insert('a'), insert('b'), commits.runAlone('vacuum', []), insert('c')]);
  expect(heard.indexOf('vacuum')).toBeGreaterThan(heard.indexOf('commit'));
  expect(names()).toEqual(['a', 'b', 'c']);
});
