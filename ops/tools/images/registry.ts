import { createHash } from 'node:crypto';

/** An image as its registry knows it. */
export interface Image {
  registry: string;
  repository: string;
  tag: string;
}

/** `user:password` in base64 by the host of a registry. */
export type Logins = Readonly<Record<string, string>>;

/** A registry could not be asked, or did not answer what it should; the message says which and what. */
export class RegistryError extends Error {}

const dockerHub = 'registry-1.docker.io';
const longestAnswerMs = 10_000;
const manifestKinds = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

/**
 * Reads an image's name as Docker does: without a registry it is Docker Hub's, without a tag the latest. Throws
 * RegistryError.
 */
export const imageNamed = (name: string): Image => {
  const unusable = () => new RegistryError(`${name.slice(0, 100)} is no name of an image.`);
  if (name.length > 500) throw unusable();
  const [first, ...rest] = name.split('/');
  const own = rest.length > 0 && (/[.:]/.test(first!) || first === 'localhost');
  const path = own ? rest.join('/') : name;
  const [repository, tag = 'latest', ...more] = path.split(':');
  const parts = repository!.split('/');
  const isNamed =
    parts.every((part) => /^[a-z0-9][a-z0-9._-]*$/.test(part) && /[a-z0-9]$/.test(part)) &&
    /^\w[\w.-]{0,127}$/.test(tag) &&
    (!own || /^[a-z0-9][a-z0-9.-]*(:\d+)?$/i.test(first!));
  if (!isNamed || more.length > 0) throw unusable();
  if (own) return { registry: first!, repository: repository!, tag };
  return { registry: dockerHub, repository: parts.length > 1 ? repository! : `library/${repository}`, tag };
};

const isLocal = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);
const addressOf = (registry: string): string => `${isLocal(registry) ? 'http' : 'https'}://${registry}`;

const ask = async (url: URL | string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(longestAnswerMs) });
  } catch (error) {
    const why = ((error as Error).cause as Error | undefined)?.message ?? (error as Error).message;
    throw new RegistryError(`${new URL(url).host} does not answer: ${why}`);
  }
};

/** What `Bearer realm="…",service="…",scope="…"` names. */
const fieldsOf = (challenge: string): Record<string, string> =>
  Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

/** Answers a registry's challenge with what it asks for: a token of its own issuer, or name and password. */
const authorize = async (image: Image, challenge: string, login: string | undefined): Promise<string> => {
  const basic = login ? `Basic ${login}` : null;
  if (/^basic\b/i.test(challenge)) {
    if (basic) return basic;
    throw new RegistryError(`${image.registry} asks who you are: docker login ${image.registry}`);
  }
  const { realm, service, scope } = fieldsOf(challenge);
  if (!/^bearer\b/i.test(challenge) || !realm || !URL.canParse(realm))
    throw new RegistryError(`${image.registry} asks for something unknown: ${challenge.slice(0, 100)}`);
  const url = new URL(realm);
  // A password goes over TLS, or nowhere but this machine.
  if (url.protocol !== 'https:' && !isLocal(url.host))
    throw new RegistryError(`${image.registry} sends for a token to ${url.origin}, which is not encrypted.`);
  if (service) url.searchParams.set('service', service);
  url.searchParams.set('scope', scope ?? `repository:${image.repository}:pull`);
  const answer = await ask(url, { headers: basic ? { authorization: basic } : {} });
  if (!answer.ok) throw new RegistryError(`${url.host} gave no token for ${image.repository}: ${answer.status}`);
  const { token, access_token } = (await answer.json()) as { token?: string; access_token?: string };
  if (!token && !access_token) throw new RegistryError(`${url.host} gave no token for ${image.repository}.`);
  return `Bearer ${token ?? access_token}`;
};

/**
 * The digest (`sha256:…`) of what a tag stands for now, by the registry's own protocol (/v2/, with its token
 * challenge): of all platforms together where an image has several. Throws RegistryError.
 */
export const digestOf = async (image: Image, logins: Logins = {}): Promise<string> => {
  const { registry, repository, tag } = image;
  const url = `${addressOf(registry)}/v2/${repository}/manifests/${tag}`;
  const login = logins[registry] ?? (registry === dockerHub ? logins['index.docker.io'] : undefined);
  let authorization: string | null = null;
  const manifest = async (method: 'HEAD' | 'GET') => {
    const headers = { accept: manifestKinds, ...(authorization ? { authorization } : {}) };
    return ask(url, { method, headers });
  };
  let answer = await manifest('HEAD');
  if (answer.status === 401) {
    authorization = await authorize(image, answer.headers.get('www-authenticate') ?? '', login);
    answer = await manifest('HEAD');
  }
  if (!answer.ok) throw new RegistryError(`${registry} has no ${repository}:${tag}, or not for you: ${answer.status}`);
  let digest = answer.headers.get('docker-content-digest');
  if (!digest) {
    const whole = await manifest('GET');
    digest = `sha256:${createHash('sha256')
      .update(Buffer.from(await whole.arrayBuffer()))
      .digest('hex')}`;
    if (!whole.ok) throw new RegistryError(`${registry} did not give ${repository}:${tag}: ${whole.status}`);
  }
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new RegistryError(`${registry} answered no digest: ${digest.slice(0, 80)}`);
  return digest;
};
