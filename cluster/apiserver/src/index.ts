export type {
  AdmissionContext,
  AdmissionFactory,
  AdmissionOperation,
  AdmissionPlugin,
  AdmissionRequest,
} from './admission/admission.ts';
export { builtinAdmission } from './admission/builtin-admission.ts';
export { defaultTolerationSeconds } from './admission/default-toleration-seconds.ts';
export { type ApiServer, type ApiServerOptions, createApiServer } from './api-server.ts';
export { type AccessControlOptions, allowAnonymous, unionAuthenticator } from './auth/access-control.ts';
export type {
  Authentication,
  Authenticator,
  ClientCertificate,
  Credentials,
} from './auth/authentication/authenticator.ts';
export { certificateAuthenticator } from './auth/authentication/certificate-authenticator.ts';
export type { EphemeralToken, EphemeralTokens, IssuedToken } from './auth/authentication/ephemeral-tokens.ts';
export {
  type KubectlRule,
  kubectlPolicy,
  localhostAuthenticator,
} from './auth/authentication/localhost-authenticator.ts';
export { type TokenUser, tokenAuthenticator } from './auth/authentication/token-authenticator.ts';
export { parseTokenFile, type TokenFile } from './auth/authentication/token-file.ts';
export { ADMIN_USER } from './auth/authentication/well-known-users.ts';
export { authorizationModes } from './auth/authorization/authorization-modes.ts';
export { loadServiceAccountSigner, type ServiceAccountSigner } from './auth/service-accounts/service-account-signer.ts';
export type { ServiceAccountSettings } from './auth/service-accounts/service-account-tokens.ts';
export type { Advertised } from './boot/kubernetes-service.ts';
export {
  type CertificateAuthorityOptions,
  loadCertificateAuthority,
} from './certificates/certificate-authority.ts';
export { CertificateRenewal, type CertificateRenewalOptions } from './certificates/certificate-renewal.ts';
export { type Certificates, type CertificatesOptions, loadOrCreateCertificates } from './certificates/certificates.ts';
export { type KubeletClientOptions, makeKubeletClientCertificate } from './certificates/kubelet-client.ts';
export {
  type ObjectStoreKey,
  objectStoreKeys,
  readEncryptionConfiguration,
  secretsCodec,
} from './encryption/encryption-configuration.ts';
export { type ForwardedPaths, withForwardedPaths } from './handler/forwarded-paths.ts';
export { withRequestTimeout } from './handler/long-running.ts';
export { type ApiListener, type ServeApiOptions, type ServerTls, serveApi } from './http/serve-api.ts';
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
  StorageDamagedError,
  StorageOpenError,
  WriteFailedError,
} from './storage/storage-errors.ts';
export type { ValueCodec } from './storage/value-codec.ts';
export type { LocalEndpoints } from './streaming/kubelet-address.ts';
export {
  connectionsBy,
  type KubeletAuthority,
  type TlsNodeConnectionsOptions,
  tlsNodeConnections,
} from './streaming/tls-node-connections.ts';
