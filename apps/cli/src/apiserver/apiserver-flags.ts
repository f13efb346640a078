/** The command line of `kubemin apiserver` as it was typed: everything is text, a flag without a value is `true`. */
export interface ApiserverFlags {
  readonly dataDir?: string;
  readonly backend?: string;
  readonly fileRootpath?: string;
  readonly etcdServers?: string;
  readonly tokenAuthFile?: string;
  readonly authnAllowLocalhost?: string | true;
  readonly kubectlDisabled?: string | true;
  readonly kubectlEphemeralToken?: string | true;
  readonly kubectlEphemeralDuration?: string;
  readonly unrestrictedUpdate?: string | true;
  readonly requestTimeout?: string;
  readonly bindAddress?: string;
  readonly securePort?: string;
  readonly insecurePort?: string;
  readonly v?: string;
}
