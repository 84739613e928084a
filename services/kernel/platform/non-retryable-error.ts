/** What is outside has refused an effect for good: it is not tried again by itself. */
export class NonRetryableError extends Error {}
