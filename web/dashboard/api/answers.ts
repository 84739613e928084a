/** Tells of each call to the server: `answer`, with it, when one came, `none` when not, or when what stands before it answered. */
export const answers = new EventTarget();

/** Whether what stands before the server answered, as it does while that is away; a 503 of the server is an envelope. */
const isFromBefore = ({ status, headers }: Response): boolean =>
  [502, 504].includes(status) || (status === 503 && !headers.get('content-type')?.includes('json'));

/** Tells of an answer. */
export const tellAnswer = (response: Response): void => {
  answers.dispatchEvent(new CustomEvent(isFromBefore(response) ? 'none' : 'answer', { detail: response }));
};
