/** A tool cannot do what it is asked, for a reason that the message names. */
export class ToolRefused extends Error {}
