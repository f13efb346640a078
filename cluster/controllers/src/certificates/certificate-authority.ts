/** What a certificate request says of its holder. */
export interface RequestedSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly dnsNames: readonly string[];
  readonly addresses: readonly string[];
  /** Emails, URIs and whatever else it is to be good for. */
  readonly otherNames: readonly string[];
}

/** Who signs the certificates of this cluster; whoever runs the API server has it. */
export interface CertificateAuthority {
  /** Its own certificate, PEM. */
  readonly ca: string;
  /** Undefined for what is no request, or not signed by the key it names. */
  read(csr: string): Promise<RequestedSubject | undefined>;
  /** The certificate, PEM. Whether it may be had is for the caller to know. */
  sign(request: {
    readonly csr: string;
    readonly usages: readonly string[];
    readonly expirationSeconds: number | undefined;
  }): Promise<string>;
}
