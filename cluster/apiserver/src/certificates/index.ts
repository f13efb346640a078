/**
 * The certificate authority: server and client certificates, signing requests and renewal.
 */
export { type CertificateAuthorityOptions, loadCertificateAuthority } from './certificate-authority.ts';
export { addressBytes } from './certificate-parts.ts';
export { CertificateRenewal, type CertificateRenewalOptions } from './certificate-renewal.ts';
export { readCertificateRequest } from './certificate-request.ts';
export { type Certificates, type CertificatesOptions, loadOrCreateCertificates } from './certificates.ts';
export { KUBELET_CLIENT_GROUP, type KubeletClientOptions, makeKubeletClientCertificate } from './kubelet-client.ts';
