import { nkeys } from '@nats-io/transport-node';

type Pair = ReturnType<typeof nkeys.createUser>;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as NATS reads it: claims about `subject`, signed with the key of whoever vouches for it. */
const tokenOf = (subject: Pair, by: Pair, name: string, nats: object): string => {
  const claims = {
    jti: name,
    iat: Math.floor(Date.now() / 1000),
    iss: by.getPublicKey(),
    name,
    sub: subject.getPublicKey(),
    nats: { ...nats, version: 2 },
  };
  const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`;
  return `${signed}.${Buffer.from(by.sign(Buffer.from(signed))).toString('base64url')}`;
};

const everything = { subs: -1, data: -1, payload: -1 };
const accountLimits = {
  ...everything,
  ...{ imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
  ...{ mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 },
};

/** An operator with an account for the product: configuration of a server, and files of credentials of its users. */
export const makeNatsOperator = () => {
  const operator = nkeys.createOperator();
  const [system, account] = [nkeys.createAccount(), nkeys.createAccount()];
  const accountToken = (pair: Pair, name: string, limits: object) =>
    `${pair.getPublicKey()}: ${tokenOf(pair, operator, name, { type: 'account', limits })}`;
  const config = [
    `operator: ${tokenOf(operator, operator, 'operator', { type: 'operator', system_account: system.getPublicKey() })}`,
    `system_account: ${system.getPublicKey()}`,
    'resolver: MEMORY',
    'resolver_preload {',
    accountToken(system, 'system', { ...accountLimits, mem_storage: 0, disk_storage: 0, streams: 0, consumer: 0 }),
    accountToken(account, 'storyrail', accountLimits),
    '}',
  ].join('\n');
  /** The text of a file of credentials; `by` another account's key makes one that the server does not know. */
  const credentials = (by: Pair = account): string => {
    const user = nkeys.createUser();
    const token = tokenOf(user, by, 'relay', { type: 'user', ...everything });
    const seed = Buffer.from(user.getSeed()).toString();
    return [
      '-----BEGIN NATS USER JWT-----',
      token,
      '------END NATS USER JWT------',
      '',
      '-----BEGIN USER NKEY SEED-----',
      seed,
      '------END USER NKEY SEED------',
      '',
    ].join('\n');
  };
  return { config, credentials, strangersCredentials: () => credentials(nkeys.createAccount()) };
};
