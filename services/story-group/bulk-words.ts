const verbs: Record<number, string> = { 1: 'activated', 2: 'inactivated', 9: 'deleted' };

/** Such as 'N stories activated', when one and the same status was asked for everything; else null. */
export const statusSummary = (
  asked: readonly { status?: number | undefined }[],
  changed: number,
  one: string,
  many: string,
): string | null => {
  const status = asked[0]?.status;
  const verb = status === undefined ? undefined : verbs[status];
  if (!verb || asked.some((item) => item.status !== status)) return null;
  return `${changed} ${changed === 1 ? one : many} ${verb}`;
};
