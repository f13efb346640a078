/**
 * Caches of objects that follow a list and watch: `createInformer`, or an `InformerFactory` that shares them. Handlers
 * see the changes of the store one by one, in order. After an interruption the difference arrives, deletions included,
 * but not the states in between. The store does not return to an older version of an object, unless the server's
 * history was reset. An informer retries until its signal aborts; `failure` has the reason meanwhile.
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
