/** Whether a message is said as it stands: it has neither arguments nor tags, and nothing in it is quoted. */
export const isSaidAsItStands = (text: string): boolean => !/[{<]|''/.test(text);
