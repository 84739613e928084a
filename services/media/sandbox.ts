import { lstat, readlink, realpath } from 'node:fs/promises';
import { onPath } from './tools.ts';

/** How children that read strangers' files are shut in; `none` where the machine allows neither. */
export type SandboxMode = 'bwrap' | 'unshare' | 'none';

/** What one child gets: its program, the file that it reads, the folder that it writes into, and an empty folder. */
export interface SandboxedRun {
  program: string;
  input: string;
  output: string;
  root: string;
}

/** Turns a program and its arguments into a command that runs it shut in. */
export interface Sandbox {
  mode: SandboxMode;
  /** Where the child finds its file and its folder. */
  at(cell: SandboxedRun): { input: string; output: string };
  command(cell: SandboxedRun, args: readonly string[]): string[];
}

/** Libraries of the system; nothing else of the machine is shown, so neither settings nor secrets nor data. */
const libraries = [
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/local/lib',
  '/nix/store',
  '/etc/alternatives',
  '/etc/ld.so.cache',
];
const inside = { input: '/in/file', output: '/out' };
/** The only device that is shown: where the processor makes no random numbers, a tool that wants some ends without it. */
const randomness = '/dev/urandom';

interface Shown {
  path: string;
  /** Where it leads to when it is a link. */
  link: string | null;
}

const shownHere = async (): Promise<Shown[]> => {
  const all = await Promise.all(
    libraries.map(async (path) => {
      const found = await lstat(path).catch(() => null);
      return found && { path, link: found.isSymbolicLink() ? await readlink(path) : null };
    }),
  );
  return all.filter((one) => one !== null);
};

const withBwrap = (bwrap: string, shown: readonly Shown[]): Sandbox => ({
  mode: 'bwrap',
  at: () => inside,
  command: ({ program, input, output }, args) => [
    bwrap,
    // No session of its own: it stays in the group that is ended as a whole, which has no terminal either.
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--cap-drop', 'ALL'],
    ...shown.flatMap(({ path, link }) => (link === null ? ['--ro-bind', path, path] : ['--symlink', link, path])),
    ...['--dev-bind', randomness, randomness],
    ...['--ro-bind', program, program, '--ro-bind', input, inside.input, '--bind', output, inside.output],
    ...['--chdir', '/', '--', program, ...args],
  ],
});

/**
 * The same with util-linux alone: a root of memory, in which only what is shown is mounted. A child without
 * capabilities cannot leave it: neither a further root nor a further user namespace is open to it.
 */
const cellScript = `
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin; export PATH
root=$0 libraries=$1 program=$2 input=$3 output=$4; shift 4
place() {
  if [ -d "$1" ]; then mkdir -p ".$2"; else mkdir -p ".\${2%/*}"; : > ".$2"; fi
  mount --rbind "$1" ".$2"
  [ -n "$3" ] || mount -o remount,bind,ro ".$2"
}
setpriv=$(command -v setpriv)
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev tmpfs "$root"
cd "$root"
oldifs=$IFS; IFS=:
for path in $libraries; do
  if [ -L "$path" ]; then mkdir -p ".\${path%/*}"; ln -s "$(readlink "$path")" ".$path"; else place "$path" "$path"; fi
done
IFS=$oldifs
place ${randomness} ${randomness} writable
place "$program" "$program"; place "$setpriv" "$setpriv"
place "$input" ${inside.input}; place "$output" ${inside.output} writable
exec chroot . "$setpriv" --no-new-privs --bounding-set=-all --inh-caps=-all -- "$program" "$@"
`;

const withUnshare = (unshare: string, shown: readonly Shown[]): Sandbox => ({
  mode: 'unshare',
  at: () => inside,
  command: ({ program, input, output, root }, args) => [
    unshare,
    ...['--user', '--map-root-user', '--mount', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child'],
    ...['/bin/sh', '-c', cellScript, root, shown.map(({ path }) => path).join(':')],
    ...[program, input, output, ...args],
  ],
});

/** Without a sandbox: the child sees what this process sees. */
export const unsandboxed: Sandbox = {
  mode: 'none',
  at: ({ input, output }) => ({ input, output }),
  command: ({ program }, args) => [program, ...args],
};

/** The sandboxes that this machine has programs for, the better first; whether they may run shows when one is tried. */
export const sandboxesHere = async (dataDir: string): Promise<Sandbox[]> => {
  const shown = await shownHere();
  // What lies among the libraries would be shown with them.
  const data = await realpath(dataDir);
  if (shown.some(({ path }) => `${data}/`.startsWith(`${path}/`))) return [];
  const [bwrap, unshare] = await Promise.all([onPath('bwrap'), onPath('unshare')]);
  return [...(bwrap ? [withBwrap(bwrap, shown)] : []), ...(unshare ? [withUnshare(unshare, shown)] : [])];
};
