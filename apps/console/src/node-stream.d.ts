/** Named by types of the Kubernetes API that converters import. The console has no types of Node, and never uses it. */
declare module 'node:stream' {
  export interface Duplex {
    readonly destroyed: boolean;
  }
}
