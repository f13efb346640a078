import { systemClock } from '@kubemin/base';
import { conntrackArguments, createNftProxy } from '../nft-proxy.ts';
import { type ProxyBench, proxyRules } from './proxy-rules.ts';
import { run } from './run-program.ts';

/**
 * Runs in a network namespace of its own, where all addresses are local. Checks every rule of the contract with the
 * nftables proxy and real connections, and prints a line of JSON for each: `{"name": …, "error": …, "skipped": …}`.
 */
await run('ip', ['link', 'set', 'lo', 'up']);
// An address that may be the source of connections; those of 127.0.0.0/8 may not.
await run('ip', ['address', 'add', '192.0.2.1/32', 'dev', 'lo']);
for (const range of ['10.96.0.0/16', '10.244.0.0/16']) await run('ip', ['route', 'add', 'local', range, 'dev', 'lo']);
const hasConntrack = await run('conntrack', ['--version']).then(
  () => true,
  () => false,
);
for (const rule of proxyRules) {
  if (rule.needs === 'removal of UDP flows' && !hasConntrack) {
    process.stdout.write(`${JSON.stringify({ name: rule.name, skipped: 'conntrack is not installed' })}\n`);
    continue;
  }
  const proxy = createNftProxy({
    podRange: '10.244.0.0/16',
    runNft: async (ruleset) => {
      await run('nft', ['-f', '-'], ruleset);
    },
    removeUdpFlows: async (flows) => {
      for (const flow of flows) await run('conntrack', conntrackArguments(flow)).catch(() => undefined);
    },
  });
  const cleanup = new AsyncDisposableStack();
  const bench: ProxyBench = {
    proxy,
    cleanup,
    serviceAddress: (n) => `10.96.0.${n}`,
    endpointAddress: (n) => `10.244.0.${n}`,
  };
  let error: string | undefined;
  try {
    const late = systemClock.sleep(5_000).then(() => Promise.reject(new Error('no result after 5 s')));
    await Promise.race([rule.check(bench), late]);
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
  await cleanup.disposeAsync();
  await proxy.close();
  process.stdout.write(`${JSON.stringify({ name: rule.name, error })}\n`);
}
process.exit(0);
