/** The billed viewers of each app that had any, and of several apps, of viewers in portions. */
export const billedByApp = async (
  portions: AsyncIterable<{ marked: boolean; apps: number[] }[]>,
  ids: readonly string[],
): Promise<{ by_app: { app_id: string; viewers: number }[]; in_several_apps: number }> => {
  const viewers = ids.map(() => 0);
  let in_several_apps = 0;
  for await (const portion of portions)
    for (const { marked, apps } of portion) {
      if (marked) continue;
      for (const app of apps) viewers[app]! += 1;
      if (apps.length > 1) in_several_apps += 1;
    }
  const by_app = ids.map((app_id, place) => ({ app_id, viewers: viewers[place]! }));
  return { by_app: by_app.filter((one) => one.viewers > 0), in_several_apps };
};
