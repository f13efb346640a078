/**
 * A Kubernetes-compatible API server. `createApiServer` builds it over a `Storage`, without sockets: its `handler` is
 * an `ApiHandler` that clients in the same process call directly, and `serveApi` serves it over HTTP. It imports
 * `core/kubeapi` but no Kubernetes client, and runs without controllers.
 */
export {
  type AdmissionConfigurationOptions,
  builtinAdmission,
  defaultTolerationSeconds,
  readAdmissionConfiguration,
} from './admission/index.ts';
export type { FrontProxy } from './aggregation/index.ts';
export { type ApiServer, type ApiServerOptions, createApiServer } from './api-server.ts';
export {
  type AccessControlOptions,
  ADMIN_USER,
  type Authentication,
  type Authenticator,
  allowAnonymous,
  authorizationModes,
  type ClientCertificate,
  type Credentials,
  certificateAuthenticator,
  type EphemeralToken,
  type EphemeralTokens,
  type IssuedToken,
  type KubectlRule,
  kubectlPolicy,
  loadServiceAccountSigner,
  localhostAuthenticator,
  parseTokenFile,
  type ServiceAccountSettings,
  type ServiceAccountSigner,
  type TokenFile,
  type TokenUser,
  tokenAuthenticator,
  unionAuthenticator,
} from './auth/index.ts';
export {
  type CertificateAuthorityOptions,
  CertificateRenewal,
  type CertificateRenewalOptions,
  type Certificates,
  type CertificatesOptions,
  type KubeletCertificateOptions,
  loadCertificateAuthority,
  loadOrCreateCertificates,
  makeKubeletClientCertificate,
  makeKubeletServingCertificate,
} from './certificates/index.ts';
export { type Advertised, type ForwardedPaths, withForwardedPaths, withRequestTimeout } from './handler/index.ts';
export { type ApiListener, type ServeApiOptions, type ServerTls, serveApi } from './http/index.ts';
export type {
  AdmissionContext,
  AdmissionFactory,
  AdmissionOperation,
  AdmissionPlugin,
  AdmissionRequest,
} from './registry/index.ts';
export {
  CompactedError,
  ConflictError,
  type FileStorageOptions,
  FutureRevisionError,
  fileStorage,
  memoryStorage,
  type ObjectStoreKey,
  objectStoreKeys,
  readEncryptionConfiguration,
  type Storage,
  StorageClosedError,
  StorageDamagedError,
  type StorageDriver,
  type StorageDriverOptions,
  StorageDrivers,
  type StorageEntry,
  type StorageEvent,
  type StorageListOptions,
  StorageOpenError,
  type StorageSnapshot,
  type StorageWatchOptions,
  secretsCodec,
  type ValueCodec,
  WriteFailedError,
} from './storage/index.ts';
export {
  connectionsBy,
  type KubeletAuthority,
  type LocalEndpoints,
  type TlsNodeConnectionsOptions,
  tlsNodeConnections,
} from './streaming/index.ts';
