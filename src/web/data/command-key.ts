// How the key that goes with letters is called on this machine.
export const COMMAND_KEY: string = /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '')
  ? '⌘'
  : 'Ctrl ';
