export { type ApiServer, type ApiServerOptions, createApiServer } from './api-server.ts';
export { ADMIN_USER, type Authorizer } from './auth/authorizer.ts';
export {
  type Authentication,
  type Authenticator,
  type Credentials,
  type TokenUser,
  tokenAuthenticator,
} from './auth/token-authenticator.ts';
export { type Certificates, type CertificatesOptions, loadOrCreateCertificates } from './certificates/certificates.ts';
export { type ApiListener, type ServeApiOptions, serveApi } from './http/serve-api.ts';
export { type FileStorageOptions, fileStorage } from './storage/file-storage.ts';
export { memoryStorage } from './storage/memory-storage.ts';
export type {
  Storage,
  StorageEntry,
  StorageEvent,
  StorageListOptions,
  StorageSnapshot,
  StorageWatchOptions,
} from './storage/storage.ts';
export { type StorageDriver, type StorageDriverOptions, StorageDrivers } from './storage/storage-drivers.ts';
export {
  CompactedError,
  ConflictError,
  FutureRevisionError,
  StorageClosedError,
  StorageOpenError,
  WriteFailedError,
} from './storage/storage-errors.ts';
