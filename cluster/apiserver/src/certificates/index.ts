/**
 * The certificates of the server in a directory: `loadOrCreateCertificates` creates the authority and the serving
 * certificate where they are missing, expire soon or are for other hosts. Files are private and replaced by rename.
 * `CertificateRenewal` renews the certificates of a running server; it never replaces the authority, which takes a
 * restart and new kubeconfigs. `loadCertificateAuthority` returns the authority, to sign certificate requests.
 */
export { type CertificateAuthorityOptions, loadCertificateAuthority } from './certificate-authority.ts';
export { addressBytes } from './certificate-parts.ts';
export { CertificateRenewal, type CertificateRenewalOptions } from './certificate-renewal.ts';
export { readCertificateRequest } from './certificate-request.ts';
export { type Certificates, type CertificatesOptions, loadOrCreateCertificates } from './certificates.ts';
export {
  KUBELET_CLIENT_GROUP,
  type KubeletCertificateOptions,
  makeKubeletClientCertificate,
  makeKubeletServingCertificate,
} from './kubelet-certificates.ts';
