import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { AuthorizationError, credsAuthenticator, type NodeConnectionOptions } from '@nats-io/transport-node';
import { type Config, ConfigError } from '../platform/config.ts';

/** The settings of the NATS connection. */
export type NatsSettings = { NATS_URL: string } & Pick<Config, 'NATS_CREDS' | 'NATS_CA'> &
  Partial<Pick<Config, 'NATS_INBOX'>>;

/** User, password or token of a NATS URL, which the client takes apart from the address. */
const signIn = ({ username, password }: URL): Pick<NodeConnectionOptions, 'user' | 'pass' | 'token'> => {
  if (!username) return {};
  const user = decodeURIComponent(username);
  return password ? { user, pass: decodeURIComponent(password) } : { token: user };
};

const fileOf = (setting: string, path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`${setting} cannot be read: ${(error as Error).message}`);
  }
};

const credentials = (path: string): NodeConnectionOptions['authenticator'] => {
  const authenticator = credsAuthenticator(fileOf('NATS_CREDS', path));
  try {
    authenticator('');
  } catch {
    throw new ConfigError("NATS_CREDS cannot be read: it isn't a credentials file from nsc");
  }
  return authenticator;
};

const authorities = (path: string): string => {
  const text = fileOf('NATS_CA', path).toString();
  try {
    new X509Certificate(text);
  } catch {
    throw new ConfigError("NATS_CA cannot be read: it isn't a PEM file of certificates");
  }
  return text;
};

/** TLS, where a URL or NATS_CA asks for it; a server without TLS is then refused. */
const encryption = (urls: readonly URL[], ca: string | undefined): Pick<NodeConnectionOptions, 'tls'> => {
  if (!ca && !urls.some((url) => url.protocol === 'tls:')) return {};
  // For an IP address the client verifies the certificate against 'localhost'.
  const nameless = urls.find((url) => isIP(url.hostname.replaceAll(/[[\]]/g, '')));
  if (nameless)
    throw new ConfigError(`NATS_URL: with TLS, use the server name in its certificate, not ${nameless.hostname}`);
  return { tls: ca ? { ca: authorities(ca) } : {} };
};

/** The servers of NATS_URL. */
export const serversOf = ({ NATS_URL }: Pick<NatsSettings, 'NATS_URL'>): URL[] =>
  NATS_URL.split(',').map((text) => new URL(text.trim()));

/** Options of the NATS client; throws ConfigError when a file cannot be read. */
export const connectionOptions = (settings: NatsSettings): NodeConnectionOptions => {
  const urls = serversOf(settings);
  const { NATS_CREDS: creds, NATS_CA: ca } = settings;
  return {
    servers: urls.map((url) => url.host),
    ...signIn(urls.find((url) => url.username) ?? urls[0]!),
    ...(creds ? { authenticator: credentials(creds) } : {}),
    ...encryption(urls, ca),
    inboxPrefix: settings.NATS_INBOX ?? '_INBOX',
  };
};

/** OpenSSL's and Node's error codes for a certificate that is not trusted. */
const untrusted = /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY))/;

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** One line about a failed connection, and what to do where that is known. */
export const connectionErrorMessage = (error: Error): string => {
  if (error instanceof AuthorizationError)
    return `NATS refuses to sign us in (${error.message}): look at NATS_CREDS, or at what stands before the @ in NATS_URL`;
  const code = [codeOf(error), codeOf(error.cause ?? {})].find((one) => untrusted.test(one));
  if (code)
    return `the certificate of NATS is not trusted (${code}): NATS_CA must hold who signed it, NATS_URL the name that it is for`;
  return `NATS cannot be reached: ${error.message}`;
};
