const isAddress = /^[\d.]+$|^\[/;

/** Whether this browser can use passkeys at this address: it stands by a name there, over https or on this machine. */
export const canUsePasskeys = 'PublicKeyCredential' in window && !isAddress.test(window.location.hostname);
