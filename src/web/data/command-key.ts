// How the key that goes with letters is called on this machine.
export const IS_MAC: boolean = /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '');

export const COMMAND_KEY: string = IS_MAC ? '⌘' : 'Ctrl ';
