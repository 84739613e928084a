import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** How a passkey answers otherwise than it should. */
interface Oddity {
  origin?: string;
  rpId?: string;
  /** The device did not ask who is there. */
  unverified?: true;
  counter?: number;
  userHandle?: string;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A passkey of a device that counts its signatures (ES256, no attestation), for a place at `origin`. */
export const createAuthenticator = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let count = 0;

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (flag: number, odd: Oddity, attested = Buffer.alloc(0)): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(odd.counter ?? count);
    const bits = flags.present | (odd.unverified ? 0 : flags.verified) | flag;
    return Buffer.concat([sha256(odd.rpId ?? new URL(origin).hostname), Buffer.from([bits]), counter, attested]);
  };
  const bytes = (field: string | undefined) => new Uint8Array(Buffer.from(field!, 'base64url'));

  return {
    id,
    /** What a browser sends for the options of a new passkey. */
    create(options: { challenge: string }, odd: Oddity = {}) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
      const authData = authenticatorData(flags.attested, odd, attested);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, odd.origin ?? origin).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** What a browser sends for the options of a sign-in. */
    get(options: { challenge: string }, odd: Oddity = {}) {
      count += 1;
      const client = clientData('webauthn.get', options.challenge, odd.origin ?? origin);
      const authData = authenticatorData(0, odd);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey).toString('base64url'),
          ...(odd.userHandle === undefined ? {} : { userHandle: odd.userHandle }),
        },
      };
    },
  };
};
