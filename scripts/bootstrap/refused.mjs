/** Tells a person that the system refuses a file, folder or program of the project, as in a folder that somebody else installed. */

const ofRoom = ['ENOSPC', 'EDQUOT'];
const ofPlace = ['EACCES', 'EPERM', 'EROFS', 'ELOOP', 'EIO', 'ENOTDIR', 'EISDIR', 'EMFILE', 'ENFILE', ...ofRoom];

/**
 * The sentence for an error of the system about a file, folder or program.
 *
 * @param {unknown} error
 * @returns {string | undefined} undefined for any other error, such as a fault of the program itself
 */
export function refusalIn(error) {
  const { code, path, syscall } = Object(error);
  if (code === 'ENOENT' && syscall?.startsWith('spawn'))
    return `${path} cannot be started: it is not there, or this system lacks what it needs (the packaged Node needs glibc). Fix it, then run this again.`;
  if (!path || !syscall || !ofPlace.includes(code)) return undefined;
  const todo = ofRoom.includes(code)
    ? 'Make room, then run this again.'
    : 'When another user installs and builds here, that user runs umask 022; npm run build, so that this one may read everything.';
  return `${path} cannot be used: the system refuses it (${code}). ${todo}`;
}
