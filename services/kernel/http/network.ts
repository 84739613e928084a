import { isIPv4, isIPv6 } from 'node:net';

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** An IPv4 address, also where it is written as IPv6; the first four groups of an IPv6 address; null for what is no address. */
const read = (address: string): { four: string } | { groups: string[] } | null => {
  if (!address.includes(':')) return isIPv4(address) ? { four: address } : null;
  const bare = address.split('%', 1)[0]!.toLowerCase();
  if (!isIPv6(bare)) return null;
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  if (mapped) return { four: mapped[1]! };
  const [head, tail] = bare.split('::') as [string, string?];
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  // A dotted end stands for two groups.
  const written = first.length + last.length + (bare.includes('.') ? 1 : 0);
  const gap = tail === undefined ? [] : Array.from({ length: 8 - written }, () => '0');
  const groups = [...first, ...gap, ...last].slice(0, 4);
  return { groups: groups.map((group) => Number.parseInt(group, 16).toString(16)) };
};

/**
 * The network that an address is counted by: an IPv4 address itself, also where it is written as IPv6, and the /64 of an
 * IPv6 address, which is what one line or one machine has as a rule. What is no address stays as it is.
 */
export const networkOf = (address: string): string => {
  const known = read(address);
  if (!known) return address;
  return 'four' in known ? known.four : `${known.groups.join(':')}::/64`;
};

/**
 * As much of an address as tells a person where they were, and not which machine it was: the /24 of an IPv4 address, the
 * /48 of an IPv6 address, with an x for the rest. Null for what is no address.
 */
export const addressPrefix = (address: string | null): string | null => {
  const known = read(address ?? '');
  if (!known) return null;
  return 'four' in known ? known.four.replace(/\d+$/, 'x') : `${known.groups.slice(0, 3).join(':')}:x`;
};
