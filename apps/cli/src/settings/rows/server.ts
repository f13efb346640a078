import { NODE_RUNTIME_NAMES } from '../../node-runtime/node-runtime-name.ts';
import { defineSetting } from '../setting.ts';
import { choice } from '../setting-types/choice.ts';
import { listenAddress } from '../setting-types/listen-address.ts';
import { secret, text } from '../setting-types/text.ts';
import { textList } from '../setting-types/text-list.ts';
import { portNumber, wholeNumber } from '../setting-types/whole-number.ts';

/** Where the platform listens and who it is. */
export const serverSettings = {
  bindAddr: defineSetting({
    flag: 'bind-addr',
    yaml: ['server.bindAddr'],
    type: listenAddress(),
    default: { host: '127.0.0.1', port: 8080 },
    doc: 'Where the platform API listens; `:8080` means every address of the machine.',
  }),
  port: defineSetting<number | undefined>({
    flag: 'port',
    yaml: ['server.port'],
    type: portNumber(),
    default: undefined,
    doc: 'Port of the platform API (8080 when nobody says), instead of the one in `--bind-addr`; 0 picks a free one.',
  }),
  kubePort: defineSetting({
    flag: 'kube-port',
    yaml: ['server.kubePort'],
    type: portNumber(),
    default: 6443,
    only: 'up',
    doc: 'Port of the Kubernetes API of the embedded cluster; 0 picks a free one.',
  }),
  nodes: defineSetting({
    flag: 'nodes',
    yaml: ['server.nodes'],
    type: wholeNumber({ min: 1, max: 1_000 }),
    default: 3,
    only: 'up',
    doc: 'How many nodes the embedded cluster has.',
  }),
  runtime: defineSetting({
    flag: 'runtime',
    yaml: ['server.runtime'],
    type: choice(['auto', ...NODE_RUNTIME_NAMES]),
    default: 'auto',
    only: 'up',
    doc: 'What the nodes of the embedded cluster run pods with; `auto` takes the best that works on this machine. `simulated` nodes behave as if they ran containers, and run none.',
  }),
  id: defineSetting<string | undefined>({
    flag: 'id',
    yaml: ['server.id'],
    type: text({ expected: 'a name of letters, digits and ._-', example: 'kubemin-0', pattern: /^[\w.-]{1,63}$/ }),
    default: undefined,
    doc: 'Name of this instance among the others; each start adds something of its own, so that claims of an earlier one are told apart. Random when not given.',
  }),
  adminToken: defineSetting<string | undefined>({
    flag: 'admin-token',
    yaml: ['server.adminToken'],
    type: secret(),
    default: undefined,
    doc: "The administrator's token; instances behind one address need the same. When not given, one is made in the data directory at the first start.",
  }),
  secretKeyFile: defineSetting<string | undefined>({
    flag: 'secret-key-file',
    yaml: ['server.secretKeyFile'],
    type: text({ expected: 'a path', example: '/etc/kubemin/secret-keys' }),
    default: undefined,
    doc: 'File with the keys that seal secrets in the database; instances that share a database need the same. When not given, one is made in the data directory at the first start.',
  }),
  logLevel: defineSetting({
    flag: 'log-level',
    yaml: ['server.logLevel'],
    type: choice(['debug', 'info', 'warn', 'error']),
    default: 'info',
    doc: 'The least that is worth a line in the log.',
  }),
  logTo: defineSetting({
    flag: 'log-to',
    yaml: ['server.logTo'],
    type: choice(['file', 'stderr']),
    default: 'file',
    doc: 'Where the log goes: `kubemin.log` in the data directory, or standard error, as pods want it.',
  }),
  logFormat: defineSetting({
    flag: 'log-format',
    yaml: ['server.logFormat'],
    type: choice(['auto', 'json', 'text']),
    default: 'auto',
    doc: 'How the log is written: a JSON object per line, or text for people; `auto` writes text where standard error is a terminal.',
  }),
  otlpEndpoint: defineSetting<string | undefined>({
    flag: 'otlp-endpoint',
    yaml: ['server.otlpEndpoint'],
    otherVariables: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    type: text({ expected: 'an HTTP address', example: 'http://collector:4318', pattern: /^https?:\/\/[^\s/]+/ }),
    default: undefined,
    doc: 'Collector of OpenTelemetry (OTLP over HTTP, without `/v1/traces`) that gets a span for each request, run and job; also read from `OTEL_EXPORTER_OTLP_ENDPOINT`. When not given, nothing is traced.',
  }),
  metricsAccess: defineSetting({
    flag: 'metrics-access',
    yaml: ['server.metricsAccess'],
    type: choice(['public', 'token', 'off']),
    default: 'public',
    doc: 'Who may ask for `/metrics`: anybody who reaches the port, whoever has a token that may read (then at `/api/v1/metrics` only), or nobody.',
  }),
  outboundAllowHosts: defineSetting<readonly string[]>({
    flag: 'outbound-allow-hosts',
    yaml: ['server.outboundAllowHosts'],
    type: textList({ expected: 'a host name or address', example: 'hooks.internal', pattern: /^[\w.:-]+$/ }),
    default: [],
    doc: 'Hosts that steps of workflows (`http`, `notify`, configuration from a URL) may reach although their addresses are private.',
  }),
} as const;
