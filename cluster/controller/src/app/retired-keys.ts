import type { RetiredKey } from './config-row.ts';

const ONE_LOG = 'there is one log, on standard error, written as log.format says';
const OWN_TIMES = 'every object has a time of its own to be looked at again';

/** Keys of the framework's forerunner that mean nothing here, so that its files go on working. */
export const retiredKeys: readonly RetiredKey[] = [
  { yaml: 'log.name', why: ONE_LOG },
  { yaml: 'log.development', why: ONE_LOG },
  { yaml: 'log.enable-color', why: ONE_LOG },
  { yaml: 'log.disable-caller', why: ONE_LOG },
  { yaml: 'log.disable-stacktrace', why: 'errors are logged with their stacks' },
  { yaml: 'log.output-paths', why: ONE_LOG },
  { yaml: 'log.error-output-paths', why: ONE_LOG },
  { yaml: 'gin.server.*', why: 'the server of APIExt has fixed middlewares; see apiext.cors-origins' },
  { yaml: 'port', why: 'no webhook server is opened' },
  { yaml: 'retry-defer', why: OWN_TIMES },
  { yaml: 'async-update-defer', why: OWN_TIMES },
  { yaml: 'paused-requeue-defer', why: OWN_TIMES },
  { yaml: 'confirm-defer', why: OWN_TIMES },
  { yaml: 'confirm-timeout', why: OWN_TIMES },
  { yaml: 'http-proxy', why: 'a kubeconfig says by which proxy a cluster is reached' },
  { yaml: 'apiexts-url', why: 'APIExt runs in the same process' },
  { yaml: 'bearer-token', why: 'a kubeconfig says who this process is; callers of APIExt bring their own tokens' },
];
