import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** A key pair (Ed25519) of an installation. */
export interface SigningKey {
  /** The public half, PEM: whoever has it can check signatures without us. */
  publicKey: string;
  /** The first 16 hex digits of the SHA-256 of the public half: which key a signature is of. */
  id: string;
  /** The signature of a text, base64. */
  sign(text: string): string;
  /** Whether a signature is that of this text by this key. */
  verify(text: string, signature: string): boolean;
}

// What stands before the 32 bytes of a private key in PKCS #8.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key pair that follows from 32 secret bytes. */
export const signingKey = (seed: Buffer): SigningKey => {
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
  const open = createPublicKey(secret);
  return {
    publicKey: open.export({ type: 'spki', format: 'pem' }).toString(),
    id: createHash('sha256')
      .update(open.export({ type: 'spki', format: 'der' }))
      .digest('hex')
      .slice(0, 16),
    sign: (text) => sign(null, Buffer.from(text), secret).toString('base64'),
    verify: (text, signature) => verify(null, Buffer.from(text), open, Buffer.from(signature, 'base64')),
  };
};
