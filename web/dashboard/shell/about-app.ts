const refuses = /^\/analytics(\/live)?$/;
const aboutApp = /^\/(home|content|content\/calendar|analytics|analytics\/live)$/;

/** Whether a page shows one app and one of its instances: its address names them, and the bar has their picker. */
export const isAboutApp = (pathname: string): boolean => aboutApp.test(pathname);

/** Whether a page says that an app which is not the person's own is not there, where others show an app of theirs instead. */
export const refusesForeignApp = (pathname: string): boolean => refuses.test(pathname);
