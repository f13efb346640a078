import { writeFile } from 'node:fs/promises';
import type { Namespace } from '@kubemin/kubeapi/types/core.v1';
import type { NetworkPolicy } from '@kubemin/kubeapi/types/networking.v1';
import fc from 'fast-check';
import { removeTable } from '../../nft/transactions.ts';
import { PodNamespace } from '../../services/test-support/pod-namespace.ts';
import { run } from '../../services/test-support/run-program.ts';
import { compilePolicies, type PolicyPod } from '../compile-policies.ts';
import type { PolicyRules } from '../policy-rules.ts';
import { fullPolicyRuleset, POLICY_TABLE, policyRulesetChange, policyState } from '../policy-ruleset.ts';
import { policyInputs } from './policy-inputs.ts';

/**
 * Runs in a network namespace of its own, with the real packet filter, and prints what it found as one line of JSON. The
 * argument is what to do: `changes`, `spoofing` or `scale`.
 */
const load = async (rulesets: readonly string[]): Promise<void> => {
  for (const ruleset of rulesets) await run('nft', ['-f', '-'], ruleset);
};

/** The table without what differs from load to load: handles, and the order of elements. */
async function listTable(): Promise<string> {
  const { nftables }: { readonly nftables: readonly object[] } = JSON.parse(
    await run('nft', ['-j', 'list', 'table', 'ip', POLICY_TABLE]),
  );
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => key !== 'handle');
    return Object.fromEntries(
      entries.map(([key, each]) => [
        key,
        key === 'elem' && Array.isArray(each) ? each.map((one) => JSON.stringify(plain(one))).sort() : plain(each),
      ]),
    );
  };
  return nftables
    .filter((item) => !('metainfo' in item))
    .map((item) => JSON.stringify(plain(item)))
    .sort()
    .join('\n');
}

/** From any state to any other: the change leads to what loading all of the other does. */
async function checkChanges(): Promise<unknown> {
  const inputs = fc.sample(policyInputs, { numRuns: 30, seed: 7 });
  let before = policyState(compilePolicies({ policies: [], pods: [], namespaces: [] }));
  await load(fullPolicyRuleset(before));
  let changed = 0;
  for (const input of inputs) {
    const after = policyState(compilePolicies(input));
    await load(policyRulesetChange(before, after));
    const found = await listTable();
    await load(fullPolicyRuleset(after));
    if (found !== (await listTable())) return { differs: input };
    changed += 1;
    before = after;
  }
  return { changed };
}

/** A pod that sends with the address of one that is allowed. */
async function checkSpoofing(): Promise<unknown> {
  const node = '192.0.2.1';
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['address', 'add', `${node}/32`, 'dev', 'lo']);
  await writeFile('/proc/sys/net/ipv4/ip_forward', '1');
  const [allowed, denied, target] = [new PodNamespace(node), new PodNamespace(node), new PodNamespace(node)];
  await Promise.all([allowed.join('10.244.0.2'), denied.join('10.244.0.3'), target.join('10.244.0.4')]);
  await load(fullPolicyRuleset(policyState(onlyFrom('10.244.0.2', '10.244.0.4'))));
  await denied.addAddress('10.244.0.2');
  const refused = await denied.send('connect 10.244.0.4 8080');
  await denied.send('send 10.244.0.4 8080 10.244.0.2');
  await denied.send('send 10.244.0.4 8080 10.244.0.3');
  // What was sent before has come by the time that this has.
  await allowed.send('send 10.244.0.4 8080 10.244.0.2');
  await allowed.send('connect 10.244.0.4 8080');
  const found = { refused, received: await target.send('received') };
  for (const pod of [allowed, denied, target]) pod.stop();
  return found;
}

function onlyFrom(peer: string, subject: string): PolicyRules {
  const policy: NetworkPolicy = {
    ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'only', namespace: 'shop' } },
    spec: { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ from: [{ ipBlock: { cidr: `${peer}/32` } }] }] },
  };
  const pod: PolicyPod = { namespace: 'shop', labels: {}, address: subject, ports: [], isLocal: true };
  return compilePolicies({ policies: [policy], pods: [pod], namespaces: [] });
}

const PODS = 1_000;
const POLICIES = 200;

/** Times of 1,000 pods, all of this node, in 20 namespaces with 200 policies. */
async function measureScale(): Promise<unknown> {
  const pods = Array.from({ length: PODS }, (_, n) => makePod(n, `10.244.${n >> 8}.${n & 255}`));
  const policies = Array.from(
    { length: POLICIES },
    (_, n): NetworkPolicy => ({
      ...{ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' },
      metadata: { name: `policy-${n}`, namespace: namespaceOf(n) },
      spec: {
        ...{ podSelector: { matchLabels: { app: `app-${n % 50}` } }, policyTypes: ['Ingress', 'Egress'] },
        ingress: [
          { from: [{ namespaceSelector: { matchLabels: { team: `${n % 5}` } } }], ports: [{ port: 'http' }] },
          {
            from: [{ podSelector: {} }, { ipBlock: { cidr: `198.51.${n}.0/24` } }],
            ports: [{ port: 80, endPort: 90 }],
          },
        ],
        egress: [{ to: [{ namespaceSelector: {} }], ports: [{ port: 8080 }, { protocol: 'UDP', port: 53 }] }],
      },
    }),
  );
  const namespaces = Array.from(
    { length: 20 },
    (_, n): Namespace => ({
      ...{ apiVersion: 'v1', kind: 'Namespace' },
      metadata: { name: `ns-${n}`, labels: { team: `${n % 5}` } },
    }),
  );
  const measured: Record<string, number> = {};
  const measure = async <T>(name: string, work: () => T | Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    measured[name] = Math.round(performance.now() - start);
    return result;
  };
  const compiled = await measure('compile ms', () => policyState(compilePolicies({ policies, pods, namespaces })));
  const full = fullPolicyRuleset(compiled);
  await measure('load ms', () => load(full));
  const more = [...pods.slice(1), makePod(1, '10.244.9.9')];
  const next = policyState(compilePolicies({ policies, pods: more, namespaces }));
  const change = policyRulesetChange(compiled, next);
  await measure('one pod ms', () => load(change));
  await run('nft', ['-f', '-'], removeTable(POLICY_TABLE));
  return { ...measured, transactions: full.length, 'transactions of one pod': change.length };
}

function makePod(n: number, address: string): PolicyPod {
  const ports = [{ name: 'http', protocol: 'TCP', port: 8080 }];
  return { namespace: namespaceOf(n), labels: { app: `app-${n % 50}` }, address, ports, isLocal: true };
}

function namespaceOf(n: number): string {
  return `ns-${n % 20}`;
}

const TASKS: Readonly<Record<string, () => Promise<unknown>>> = {
  changes: checkChanges,
  spoofing: checkSpoofing,
  scale: measureScale,
};
process.stdout.write(`${JSON.stringify(await TASKS[process.argv[2] ?? '']?.())}\n`);
process.exit(0);
