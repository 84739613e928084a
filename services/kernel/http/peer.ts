import { readdirSync, readlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { release } from 'node:os';
import { setImmediate } from 'node:timers/promises';

/** What the system tells of the program at the other end of a connection within this machine. */
export type Peer =
  /** A program that takes no connections itself, such as a browser, or this process and who started it. */
  | 'caller'
  /** A program that takes connections itself, as a proxy does, or one that may not be looked at. */
  | 'passer'
  /** The system tells nothing: no Linux, or a sandbox. */
  | 'unknown';

/** A line of /proc/net/tcp: ports, addresses as the kernel writes them, who owns it. */
interface Entry {
  local: string;
  localPort: number;
  remote: string;
  remotePort: number;
  listens: boolean;
  uid: number;
  inode: string;
}

const listening = '0A';
const socketLink = /^socket:\[(\d+)\]$/;

const readEntries = async (table: string): Promise<Entry[]> => {
  const text = await readFile(`/proc/net/${table}`, 'latin1').catch(() => '');
  const lines = text.split('\n').slice(1, -1);
  return lines.map((line) => {
    const [, local = '', remote = '', state, , , , uid, , inode = ''] = line.trim().split(/\s+/);
    const [localAddress = '', localPort = ''] = local.split(':');
    const [remoteAddress = '', remotePort = ''] = remote.split(':');
    return {
      local: localAddress,
      localPort: Number.parseInt(localPort, 16),
      remote: remoteAddress,
      remotePort: Number.parseInt(remotePort, 16),
      listens: state === listening,
      uid: Number(uid),
      inode,
    };
  });
};

/** How the kernel's tables end the address of a loopback connection; IPv4 within IPv6 ends as IPv4 does. */
const endOf = (address: string): string => {
  const four = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i.exec(address);
  if (!four) return '00000000000000000000000001000000';
  const parts = four.slice(1).reverse();
  return parts.map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase()).join('');
};

/** This process and those that started it: a test, a supervisor or a shell may listen and still be who asks. */
const ownLine = async (): Promise<Set<string>> => {
  const line = new Set<string>();
  for (let pid = String(process.pid); pid !== '0' && !line.has(pid); ) {
    line.add(pid);
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ') S 0');
    pid = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]!;
  }
  return line;
};

type Held = Map<string, Set<string>>;

const orNothing = <T>(work: () => T, nothing: T): T => {
  try {
    return work();
  } catch {
    return nothing;
  }
};

/** How long a look goes on before others have their turn. */
const sliceMs = 5;

/**
 * Which of some processes hold which sockets, as far as this user may look. The links are read at once, not by way of the
 * thread pool, which took three times the processor; in between others have their turn.
 */
const socketsOf = async (pids: Iterable<string>): Promise<Held> => {
  const held: Held = new Map();
  let until = performance.now() + sliceMs;
  for (const pid of pids) {
    const folder = `/proc/${pid}/fd`;
    const sockets = new Set<string>();
    for (const file of orNothing(() => readdirSync(folder), [])) {
      const inode = socketLink.exec(orNothing(() => readlinkSync(`${folder}/${file}`), ''))?.[1];
      if (inode) sockets.add(inode);
      if (performance.now() < until) continue;
      await setImmediate();
      until = performance.now() + sliceMs;
    }
    if (sockets.size > 0) held.set(pid, sockets);
  }
  return held;
};

/** Who held the connection that was looked at last: a browser opens several, and to look at all processes takes 50 to 150 ms of processor for 240. */
let earlier: readonly string[] = [];

// One look serves all who wait for it, and one at a time is taken, so that many askers cost no more than one.
let looking: Promise<unknown> = Promise.resolve();
let next: Promise<Held> | null = null;
const lookAround = (): Promise<Held> => {
  next ??= looking.then(() => {
    next = null;
    const look = readdir('/proc').then((names) => socketsOf(names.filter((name) => /^\d+$/.test(name))));
    looking = look.catch(() => {});
    return look;
  });
  return next;
};

/** In WSL a process of root hands on what the browser of the same machine, under Windows, asks. */
const handsOn = (uid: number): boolean => uid === 0 && /microsoft/i.test(release());

/**
 * Looks at who is at the other end of a connection from this machine to itself. A program of another user that cannot be
 * looked at is taken for one that passes on what others ask.
 */
export const peerOf = async ({ localPort, remotePort, remoteAddress }: Socket): Promise<Peer> => {
  const entries = [...(await readEntries('tcp')), ...(await readEntries('tcp6'))];
  const end = endOf(remoteAddress ?? '');
  const own = entries.some((one) => one.localPort === localPort && one.remotePort === remotePort);
  const theirs = entries.find(
    (one) => one.localPort === remotePort && one.remotePort === localPort && one.local.endsWith(end),
  );
  if (!own && !theirs) return 'unknown';
  // Gone meanwhile, or another machine's view of loopback.
  if (!theirs) return 'passer';
  const holdersAmong = (held: Held) => [...held].filter(([, sockets]) => sockets.has(theirs.inode));
  let holders = holdersAmong(await socketsOf(earlier));
  if (holders.length === 0) holders = holdersAmong(await lookAround());
  if (holders.length === 0) return handsOn(theirs.uid) ? 'caller' : 'passer';
  earlier = holders.map(([pid]) => pid);
  const line = await ownLine();
  const doors = entries.filter((one) => one.listens).map((one) => one.inode);
  const passes = holders.some(([pid, sockets]) => !line.has(pid) && doors.some((door) => sockets.has(door)));
  return passes ? 'passer' : 'caller';
};
