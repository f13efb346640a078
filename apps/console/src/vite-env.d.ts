/// <reference types="vite/client" />

/** Packages that servers use, too, name connections in their types; nothing in a browser has one. */
declare module 'node:stream' {
  export type Duplex = never;
}
