import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolesOf } from '#kernel/db/role-names.ts';
import { sdkSecretFrom } from '#kernel/db/sdk-secret.ts';
import { secretsFrom } from '#kernel/platform/secrets.ts';
import { makeCertificate } from '../../testing/certificate.ts';

/** The users of NATS, as ops/deploy/k8s/nats.conf has them. */
export const natsUsers = ['sdk', 'api', 'projections', 'jobs', 'relay', 'consumer'] as const;

/** The names under which the servers of NATS are reached in the compose file, in Kubernetes and on one machine. */
const natsNames = ['nats-1', 'nats-2', 'nats-3', 'nats-0.nats', 'nats-1.nats', 'nats-2.nats', 'localhost'];
const years = 10;

// A letter first, since the configuration of NATS would read some of them as numbers.
const password = (): string => `k${randomBytes(24).toString('hex')}`;

/**
 * Writes the folder of a deployment's keys (0700, files 0600): `nats.env` with a password for each user of NATS,
 * `ca.pem`, `cert.pem` and `key.pem` for its servers, `env` with all passwords for the compose file, `root.secret`,
 * `sdk.secret` with what the part sdk needs of it, and what the role of that part signs in with in a database called
 * storyrail. Throws when the folder holds keys already: nothing that somebody signs in with is ever replaced.
 */
export const makeKeys = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const keep = (name: string, text: string, mode = 0o600) => writeFile(join(folder, name), text, { mode, flag: 'wx' });
  const lines = natsUsers.map((user) => `${user.toUpperCase()}_PASSWORD=${password()}`);
  const root = randomBytes(48);
  const sdk = secretsFrom(root).keyed('database-password', rolesOf('storyrail').sdk);
  const { ca, cert, key } = makeCertificate(natsNames, years * 365);
  await keep('nats.env', `${lines.join('\n')}\n`);
  await keep('env', `POSTGRES_PASSWORD=${password()}\nMETRICS_TOKEN=${password()}\n${lines.join('\n')}\n`);
  // No secret: the parts, which run as another user, check the servers with it.
  await keep('ca.pem', ca, 0o644);
  await keep('cert.pem', cert);
  await keep('key.pem', key);
  await keep('root.secret', root.toString('hex'));
  await keep('sdk.secret', sdkSecretFrom(root, 'storyrail'));
  await keep('sdk-database.password', sdk);
};
