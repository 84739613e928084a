import { isIP } from 'node:net';

/** An address may not be visited, or its answer is more than is taken. */
export class OutboundRefused extends Error {}

/** A host as a URL holds it, with its port: `name:443`, `127.0.0.1:8080`, `[::1]:80`. */
export const hostPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;

/** Whether a URL's host is a literal address. */
export const isIpLiteral = ({ hostname }: Pick<URL, 'hostname'>): boolean =>
  isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;

/**
 * The places in a list of literal `address:port` pairs (`[address]:port` for IPv6), as `hostPort` writes them; null when
 * one of them is something else, such as a name.
 */
export const parseIpHostPorts = (list: string): string[] | null => {
  const places: string[] = [];
  for (const one of list.split(',').map((part) => part.trim())) {
    const [, host = '', port = ''] = /^(\[[\da-fA-F:.]{2,45}\]|[\d.]{7,15}):(\d{1,5})$/.exec(one) ?? [];
    if (!isIpLiteral({ hostname: host }) || Number(port) < 1 || Number(port) > 65_535) return null;
    const url = new URL(`http://${one}`);
    places.push(hostPort(url));
  }
  return places;
};

/**
 * The address as a URL when its scheme, port and form are allowed; where its host leads is checked when connecting.
 * Other ports than 80 and 443 are visited at the places alone that are given.
 */
export const allowedUrl = (address: string, places: ReadonlySet<string>, base?: URL): URL => {
  if (address.length > 4096 || !URL.canParse(address, base?.href)) throw new OutboundRefused('this is no address');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundRefused('only http and https are visited');
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefused('an address with a password is not visited');
  if (!['', '80', '443'].includes(url.port) && !places.has(hostPort(url)))
    throw new OutboundRefused('only ports 80 and 443 are visited');
  return url;
};
