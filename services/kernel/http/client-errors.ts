import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { RefusalCode } from '#contracts/api/errors.ts';
import type { Phrase } from '#contracts/words/phrase.ts';
import { refusalWords } from '#contracts/words/refusals.en.ts';
import { requestWords } from '#contracts/words/requests.en.ts';
import { say } from '#kernel/platform/say.ts';
import type { Logger } from '../platform/log.ts';
import { failureBody } from './error-answer.ts';

interface ParserAnswer {
  status: number;
  code: RefusalCode;
  said: Phrase;
}
const unreadable: ParserAnswer = { status: 400, code: 'MalformedRequest', said: refusalWords.MalformedRequest };
const answers: Record<string, ParserAnswer> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'TooLarge',
    said: requestWords.headersTooLarge,
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: 'TooLarge', said: refusalWords.TooLarge },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'MalformedRequest', said: requestWords.tookTooLong },
};
const unmet: ParserAnswer = {
  status: 417,
  code: 'MalformedRequest',
  said: requestWords.expectsTooMuch,
};

/** A connection with the answer that is on its way on it, which node itself asks for in this case. */
type Parsing = Socket & { _httpMessage?: { _headerSent?: boolean } | null };

/**
 * Answers in the envelope what node's HTTP parser refuses before there is a request, with an id that stands in the log.
 * Of the bytes that came nothing is logged: a token may be among them.
 */
export const createClientErrors = (log: Logger, securityHeaders: Readonly<Record<string, string>>) => {
  const made = ({ status, code, said }: ParserAnswer, reason: string) => {
    const request_id = randomUUID();
    log.info({ request_id, status, reason }, 'malformed request');
    const body = failureBody({ status, code, message: say(said), log: null }, request_id);
    const own = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'x-request-id': request_id,
      connection: 'close',
    };
    return { body, headers: { ...securityHeaders, ...own } };
  };
  return {
    /** For what the parser cannot read; ends the connection. */
    refuse(error: NodeJS.ErrnoException, socket: Parsing): void {
      const reason = error.code ?? 'unknown';
      if (reason === 'ECONNRESET' || socket.destroyed) return;
      // Into an answer that is half sent nothing may be written.
      if (socket.writable && !socket._httpMessage?._headerSent) {
        const answer = answers[reason] ?? unreadable;
        const { body, headers } = made(answer, reason);
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
        socket.write(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`);
      }
      socket.destroy(error);
    },
    /** For requests that expect more than to be read. */
    checkExpectation(_request: IncomingMessage, response: ServerResponse): void {
      const { body, headers } = made(unmet, 'expectation');
      response.writeHead(unmet.status, headers).end(body);
    },
  };
};
