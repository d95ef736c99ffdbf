/** A lock between processes, because two starts in one folder must not install or build at the same time. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const beatMs = 1000;
/** The holder touches its lock every second. A lock that was not touched for this long is abandoned. */
const silentMs = 15_000;
const pollMs = 200;

/** Whether a process of this machine is alive, whichever user owns it. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * When a process began, in the form of Linux; undefined elsewhere. After a power cut, or in a container that was started again, its
 * number may belong to another process.
 */
function beginOf(pid) {
  try {
    // The name of the program, in parentheses, may hold anything. The twentieth field after it is the beginning (proc(5)).
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Whether a child that a lock names still runs. */
const stillRuns = ({ pid, began }) => isAlive(pid) && (began === undefined || beginOf(pid) === began);

/** Calls `work`; returns undefined when a file is missing. */
function unlessMissing(work) {
  try {
    return work();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const readLock = (path) =>
  unlessMissing(() => ({ text: readFileSync(path, 'utf8'), silentForMs: Date.now() - statSync(path).mtimeMs }));

/** Whether a lock is abandoned. A killed holder may have left a child that still writes, so a living child keeps the lock. */
function isAbandoned({ text, silentForMs }) {
  let owner;
  try {
    owner = JSON.parse(text);
  } catch {
    // The lock is not written yet, or its writer was cut off: only its age tells which.
    return silentForMs > silentMs;
  }
  if (owner.host !== hostname()) return silentForMs > silentMs;
  return !owner.children.some(stillRuns) && (!isAlive(owner.pid) || silentForMs > silentMs);
}

/** Removes an abandoned lock. When another process has taken the lock in the meantime, its lock is put back. */
function clear(path, text) {
  const aside = `${path}.${process.pid}`;
  unlessMissing(() => {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, path);
    rmSync(aside);
  });
}

function write(path, children, flag) {
  writeFileSync(path, JSON.stringify({ host: hostname(), pid: process.pid, children }), { flag });
}

function tryToTake(path) {
  try {
    write(path, [], 'wx');
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Runs `work` while no other process does so under the same lock file.
 *
 * @template T
 * @param {string} path
 * @param {(addChild: (pid: number) => void) => Promise<T>} work gets a function that records a child as working for it
 * @param {{ onWait?: () => void }} [options] `onWait` is called once when another process has the lock
 * @returns {Promise<T>}
 */
export async function exclusively(path, work, { onWait } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  let waited = false;
  while (!tryToTake(path)) {
    const lock = readLock(path);
    if (lock && isAbandoned(lock)) {
      clear(path, lock.text);
      continue;
    }
    if (!waited) onWait?.();
    waited = true;
    await sleep(pollMs);
  }
  const children = [];
  const beat = setInterval(() => unlessMissing(() => utimesSync(path, new Date(), new Date())), beatMs);
  try {
    return await work((pid) => {
      children.push({ pid, began: beginOf(pid) });
      write(path, children, 'w');
    });
  } finally {
    clearInterval(beat);
    rmSync(path, { force: true });
  }
}
