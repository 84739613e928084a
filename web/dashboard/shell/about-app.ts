const aboutApp = /^\/(home|content|content\/calendar|analytics|analytics\/live)$/;

/** Whether a page shows one app and one of its instances: its address names them, and the bar has their picker. */
export const isAboutApp = (pathname: string): boolean => aboutApp.test(pathname);
