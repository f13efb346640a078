/**
 * Caches of objects that follow a watch. A handler sees every state in order, never an older one after a newer one;
 * a lost watch is listed again.
 */
export type { ChangeScope } from './change-scope.ts';
export { createInformer, type Informer, type InformerOptions } from './informer.ts';
export {
  createInformerFactory,
  type InformerFactory,
  type InformerFactoryOptions,
  type SharedInformerOptions,
} from './informer-factory.ts';
export type { WatchFailure } from './list-watch.ts';
export type { Change, Indexer } from './object-store.ts';
