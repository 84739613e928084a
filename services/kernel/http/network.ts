import { isIPv6 } from 'node:net';

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/**
 * The network that an address is counted by: an IPv4 address itself, also where it is written as IPv6, and the /64 of an
 * IPv6 address, which is what one line or one machine has as a rule. What is no address stays as it is.
 */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address;
  const bare = address.split('%', 1)[0]!.toLowerCase();
  if (!isIPv6(bare)) return address;
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  if (mapped) return mapped[1]!;
  const [head, tail] = bare.split('::') as [string, string?];
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  // A dotted end stands for two groups.
  const written = first.length + last.length + (bare.includes('.') ? 1 : 0);
  const gap = tail === undefined ? [] : Array.from({ length: 8 - written }, () => '0');
  const groups = [...first, ...gap, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
};
