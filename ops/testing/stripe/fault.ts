/** What an answer of Stripe says went wrong. */
interface FaultBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
}

/** A refusal as Stripe answers it: a status and the body's `error`. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: FaultBody;
  constructor(status: number, body: FaultBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** 400: a request that is wrong in itself or does not fit what is there. */
export const invalid = (message: string, more: { code?: string; param?: string } = {}): StripeFault =>
  new StripeFault(400, { type: 'invalid_request_error', message, ...more });

/** 404: no object with this id. */
export const missingRow = (object: string, id: string, param: string): StripeFault =>
  new StripeFault(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  });

/** 402: a card that its bank does not let pay. */
export const declined = ({ code, decline_code, message }: Decline): StripeFault =>
  new StripeFault(402, { type: 'card_error', code, message, ...(decline_code ? { decline_code } : {}) });

/** Why a bank refuses a card. */
export interface Decline {
  code: string;
  decline_code: string | null;
  message: string;
}
