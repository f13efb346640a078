/**
 * Serverless functions, workflows of functions and event triggers, as custom resources of any Kubernetes. Large data
 * (code, inputs and outputs) is in the content store, referenced by digest.
 */
export {
  CONTENT_KEY,
  type ContentChunk,
  type ContentOptions,
  type ContentRef,
  type ContentStore,
  contentCollectorModule,
  createContentStore,
  isContentDigest,
  listContentChunks,
  MAX_CONTENT_BYTES,
} from './content/index.ts';
