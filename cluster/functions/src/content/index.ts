/**
 * Large data by its digest, in the Kubernetes API: code archives, inputs and outputs of workflow runs. Stored as
 * immutable ConfigMaps of one namespace, so it works in any cluster, without a volume or a server.
 *
 * Guarantees of `createContentStore`: a reader gets all bytes, checked against the digest, or an error. Storing the same
 * content twice stores it once. Content lives as long as one of its owners (owner references: the cluster deletes it
 * with the last one); content without an owner is deleted by `contentCollectorModule` after a grace period since it was
 * last put.
 *
 * Content for an object that does not exist yet (the code of a new function) is put without an owner first, and put again
 * with the object as its owner once that exists: the content may have belonged to an object that was just deleted.
 */

export {
  CONTENT_KEY,
  type ContentChunk,
  type ContentRef,
  isContentDigest,
  listContentChunks,
  MAX_CONTENT_BYTES,
} from './content-chunks.ts';
export { contentCollectorModule } from './content-collector.ts';
export { type ContentOptions, type ContentStore, createContentStore } from './content-store.ts';
