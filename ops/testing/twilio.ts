import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Test {
  teardown(work: () => Promise<void>): void;
}

/** A message that the stand-in took. */
interface TakenMessage {
  To: string;
  From?: string;
  MessagingServiceSid?: string;
  Body: string;
  StatusCallback?: string;
}

/** Trouble that the stand-in makes once. */
export type TwilioTrouble = 'busy' | 'broken' | 'silent' | 'landline';

/**
 * A stand-in for Twilio's API for messages: refuses wrong credentials, numbers that are none and fields that are missing, as
 * the real one does, and makes trouble when it is told to.
 */
export const startTwilio = async (t: Test, account: string, token: string) => {
  const taken: TakenMessage[] = [];
  const troubles: TwilioTrouble[] = [];
  const hanging = new Set<{ end(): unknown }>();
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const refuse = (status: number, code: number, message: string) =>
      answer(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
    let text = '';
    request.on('data', (piece) => (text += piece));
    request.on('end', () => {
      const credentials = Buffer.from(`${account}:${token}`).toString('base64');
      if (request.headers.authorization !== `Basic ${credentials}`) return refuse(401, 20_003, 'Authenticate');
      if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${account}/Messages.json`)
        return refuse(404, 20_404, 'The requested resource was not found');
      const fields = Object.fromEntries(new URLSearchParams(text)) as unknown as TakenMessage;
      const trouble = troubles.shift();
      if (trouble === 'silent') return hanging.add(response);
      if (trouble === 'busy') return refuse(429, 20_429, 'Too Many Requests');
      if (trouble === 'broken') return response.writeHead(500).end('<html>');
      if (!fields.Body) return refuse(400, 21_602, 'Message body is required.');
      if (!fields.From && !fields.MessagingServiceSid) return refuse(400, 21_603, "A 'From' number is required.");
      if (!/^\+[1-9]\d{6,14}$/.test(fields.To ?? '')) return refuse(400, 21_211, `Invalid 'To' number: ${fields.To}`);
      if (trouble === 'landline') return refuse(400, 21_614, `'To' number is not a valid mobile number: ${fields.To}`);
      taken.push(fields);
      answer(201, { sid: `SM${String(taken.length).padStart(32, '0')}`, status: 'queued' });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.teardown(async () => {
    for (const response of hanging) response.end();
    await new Promise((closed) => server.close(closed).closeAllConnections());
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    /** Makes the next answer, or the next ones, trouble. */
    trouble: (...next: TwilioTrouble[]) => void troubles.push(...next),
  };
};
