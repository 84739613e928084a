import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const lengthOf = (size: number): number[] =>
  size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];

/** A value in DER: its tag, its length, what is in it. */
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
};
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const object = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content);
const yes = der(0x01, Buffer.from([255]));

const ecdsaWithSha256 = sequence(object('2a8648ce3d040302'));
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(object('550403'), der(0x0c, Buffer.from(name)))));
const time = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));

/** What makes it the certificate of somebody who signs others. */
const signer = sequence(object('551d13'), yes, der(0x04, sequence(yes)));
/** What makes it the certificate of the server with these names. */
const server = (names: readonly string[]): Buffer =>
  sequence(object('551d11'), der(0x04, sequence(...names.map((name) => der(0x82, Buffer.from(name))))));

const dayMs = 86_400_000;
const pem = (kind: string, content: Buffer): string =>
  `-----BEGIN ${kind}-----\n${content.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${kind}-----\n`;

interface Wanted {
  subject: string;
  issuer: string;
  key: KeyObject;
  signedBy: KeyObject;
  extension: Buffer;
  days: number;
}

const certificate = ({ subject, issuer, key, signedBy, extension, days }: Wanted): string => {
  const now = Date.now();
  const facts = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(time(now - dayMs), time(now + days * dayMs)),
    commonName(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  return pem('CERTIFICATE', sequence(facts, ecdsaWithSha256, bits(sign('sha256', facts, signedBy))));
};

/**
 * Makes an authority and the certificate that it has signed for the server of these names, valid for some days; all as
 * PEM.
 */
export const makeCertificate = (
  names: string | readonly string[],
  days = 1,
): { ca: string; cert: string; key: string } => {
  const all = typeof names === 'string' ? [names] : names;
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signedBy = authority.privateKey;
  const of = { issuer: 'Storyrail authority', signedBy, days };
  return {
    ca: certificate({ ...of, subject: of.issuer, key: authority.publicKey, extension: signer }),
    cert: certificate({ ...of, subject: all[0]!, key: own.publicKey, extension: server(all) }),
    key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};
