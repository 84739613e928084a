import { isIP } from 'node:net';

/** An address may not be visited, or its answer is more than is taken. */
export class OutboundRefused extends Error {}

/** The address as a URL when its scheme, port and form are allowed; where its host leads is checked when connecting. */
export const mayVisit = (address: string, extraPorts: readonly number[], base?: URL): URL => {
  if (!URL.canParse(address, base?.href)) throw new OutboundRefused('this is no address');
  const url = new URL(address, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundRefused('only http and https are visited');
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefused('an address with a password is not visited');
  const port = url.port === '' ? null : Number(url.port);
  if (port !== null && port !== 80 && port !== 443 && !extraPorts.includes(port))
    throw new OutboundRefused('only ports 80 and 443 are visited');
  return url;
};

/** What the guard has to let through so that addresses which the operator has set can be visited: their literal addresses and ports. */
export const allowanceFor = (addresses: readonly string[]): { addresses: string[]; ports: number[] } => {
  const urls = addresses.map((one) => new URL(one));
  return {
    addresses: urls.map(({ hostname }) => hostname).filter((host) => isIP(host) !== 0),
    ports: urls.flatMap(({ port }) => (port === '' ? [] : [Number(port)])),
  };
};
