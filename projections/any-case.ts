/** SQL for a text in small letters, of any script: the database's own rule may know those of English alone. */
export const anyCase = (text: string): string => `lower((${text}) collate "und-x-icu")`;
