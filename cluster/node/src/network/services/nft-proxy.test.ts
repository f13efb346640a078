import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { conntrackArguments, createNftProxy, staleUdpFlows } from './nft-proxy.ts';
import { disjointRanges, fullRuleset, nftState, rulesetChange } from './nft-ruleset.ts';
import { entryKey, type ServiceEntry, type ServiceTable } from './service-table.ts';
import { makeTable, proxyRules } from './test-support/proxy-rules.ts';

const OPTIONS = { tableName: 'test', podRange: '10.244.0.0/16' };
const NAMESPACE = ['--user', '--map-root-user', '--net'];
const run = promisify(execFile);

/** Why nothing can be loaded here; undefined when it can. */
async function missingNft(): Promise<string | undefined> {
  try {
    await run('unshare', [...NAMESPACE, 'nft', 'list', 'ruleset']);
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[1] ?? error.message) : String(error);
  }
}
const missing = await missingNft();
const untilHere = missing === undefined ? '' : ` (skipped: ${missing})`;

function makeEntry(more: Partial<ServiceEntry>): ServiceEntry {
  return {
    address: '10.96.0.5',
    port: 80,
    protocol: 'TCP',
    service: 'shop/web',
    scope: 'cluster',
    local: false,
    endpoints: [],
    affinitySeconds: undefined,
    sourceRanges: undefined,
    ...more,
  };
}

const one = { address: '10.244.0.2', port: 8080 };
const two = { address: '10.244.0.3', port: 8080 };

const tables: fc.Arbitrary<ServiceTable> = fc
  .uniqueArray(
    fc
      .record({
        address: fc.integer({ min: 1, max: 4 }).map((n) => `10.96.0.${n}`),
        protocol: fc.constantFrom('TCP' as const, 'UDP' as const),
        port: fc.constantFrom(53, 80),
        scope: fc.constantFrom('cluster' as const, 'external' as const),
        local: fc.boolean(),
        affinitySeconds: fc.constantFrom(undefined, 60, 10_800),
        sourceRanges: fc.constantFrom(undefined, [], ['10.0.0.0/8', '10.1.0.0/16', '192.0.2.7/32']),
        endpoints: fc.uniqueArray(
          fc.record({
            address: fc.integer({ min: 1, max: 9 }).map((n) => `10.244.0.${n}`),
            port: fc.constantFrom(80, 8080),
          }),
          { selector: ({ address, port }) => `${address}:${port}`, maxLength: 4 },
        ),
      })
      .map(makeEntry),
    { selector: entryKey, maxLength: 10 },
  )
  .map((entries) => makeTable(...entries));

/** Elements by map or set, after the element commands of a ruleset were carried out on those given. */
function carryOut(
  rulesets: readonly string[],
  elements: Map<string, Map<string, string>>,
): Map<string, Map<string, string>> {
  for (const [, verb, name = '', list = ''] of rulesets
    .join('')
    .matchAll(/^(add|delete) element ip test (\w+) \{ (.*) \}$/gm)) {
    const collection = elements.get(name) ?? new Map<string, string>();
    elements.set(name, collection);
    for (const element of list.split(', ')) {
      const [key = '', value = ''] = element.split(' : ');
      expect(collection.has(key)).toBe(verb === 'delete');
      if (verb === 'add') collection.set(key, value);
      else collection.delete(key);
    }
  }
  return elements;
}

const sorted = (elements: Map<string, Map<string, string>>): unknown =>
  [...elements]
    .filter(([, collection]) => collection.size > 0)
    .map(([name, collection]) => [name, [...collection].sort()])
    .sort();

describe('rulesets', () => {
  test('a service, its endpoints and an address without endpoints are elements of flat maps', () => {
    const table = makeTable(
      makeEntry({ endpoints: [one, two] }),
      makeEntry({ port: 53, protocol: 'UDP', endpoints: [one] }),
      makeEntry({ address: '192.0.2.1', port: 30_080, scope: 'external', endpoints: [one, two] }),
      makeEntry({ address: '10.96.0.6' }),
      makeEntry({ address: 'fd00::1', endpoints: [{ address: 'fd01::1', port: 80 }] }),
    );
    const ruleset = fullRuleset(nftState(table, OPTIONS), OPTIONS).join('');
    expect(ruleset.split('\n').filter((line) => line.startsWith('add element'))).toEqual([
      'add element ip test services { 10.96.0.5 . tcp . 80 : goto cluster2, 10.96.0.5 . udp . 53 : goto cluster1, 192.0.2.1 . tcp . 30080 : goto external2 }',
      'add element ip test endpoints { 10.96.0.5 . tcp . 80 . 0 : 10.244.0.2 . 8080, 10.96.0.5 . tcp . 80 . 1 : 10.244.0.3 . 8080, 10.96.0.5 . udp . 53 . 0 : 10.244.0.2 . 8080, 192.0.2.1 . tcp . 30080 . 0 : 10.244.0.2 . 8080, 192.0.2.1 . tcp . 30080 . 1 : 10.244.0.3 . 8080 }',
      'add element ip test no_endpoints { 10.96.0.6 . tcp . 80 }',
      'add element ip test hairpin { 10.244.0.2 . 10.244.0.2, 10.244.0.3 . 10.244.0.3 }',
    ]);
  });

  test('a change names only what changed', () => {
    const other = makeEntry({ address: '10.96.0.6', endpoints: [one] });
    const before = nftState(makeTable(other, makeEntry({ endpoints: [one] })), OPTIONS);
    const after = nftState(makeTable(other, makeEntry({ endpoints: [one, two] })), OPTIONS);
    const change = rulesetChange(before, after, OPTIONS).join('');
    expect(change).not.toContain('10.96.0.6');
    expect(change.split('\n').filter((line) => line.includes('element'))).toEqual([
      'delete element ip test services { 10.96.0.5 . tcp . 80 }',
      'add element ip test services { 10.96.0.5 . tcp . 80 : goto cluster2 }',
      'add element ip test endpoints { 10.96.0.5 . tcp . 80 . 1 : 10.244.0.3 . 8080 }',
      'add element ip test hairpin { 10.244.0.3 . 10.244.0.3 }',
    ]);
  });

  test('from any table to any other, the change leads to what the full ruleset of the other has', () => {
    fc.assert(
      fc.property(tables, tables, (from, to) => {
        const [before, after] = [nftState(from, OPTIONS), nftState(to, OPTIONS)];
        const changed = carryOut(fullRuleset(before, OPTIONS), new Map());
        carryOut(rulesetChange(before, after, OPTIONS), changed);
        expect(sorted(changed)).toEqual(sorted(carryOut(fullRuleset(after, OPTIONS), new Map())));
        expect(rulesetChange(after, nftState(to, OPTIONS), OPTIONS)).toEqual([]);
      }),
    );
  });

  test('source ranges are valid, aligned and without overlaps', () => {
    expect(
      disjointRanges(['10.1.2.3/8', '10.1.0.0/16', '10.0.0.0/8', '192.0.2.7/32', 'x', '1.2.3.4/40', 'fd00::/8']),
    ).toEqual(['10.0.0.0/8', '192.0.2.7/32']);
    expect(disjointRanges(['0.0.0.0/0', '192.0.2.0/24'])).toEqual(['0.0.0.0/0']);
    expect(disjointRanges(['200.1.2.255/25'])).toEqual(['200.1.2.128/25']);
  });

  test('addresses and ranges that are none never reach the ruleset', () => {
    const evil = '10.0.0.0/8 } ; flush ruleset ; {';
    const table = makeTable(
      makeEntry({ endpoints: [{ address: evil, port: 1 }], sourceRanges: [evil] }),
      makeEntry({ address: evil, endpoints: [one] }),
    );
    expect(fullRuleset(nftState(table, OPTIONS), OPTIONS).join('')).not.toContain('flush');
  });
});

describe('applying', () => {
  test('a failed change is followed by the whole table, and a failed table by an error', async () => {
    const seen: string[] = [];
    let failures = 0;
    const proxy = createNftProxy({
      podRange: OPTIONS.podRange,
      runNft: async (ruleset) => {
        seen.push(ruleset.startsWith('table') ? 'full' : 'change');
        if (failures > 0) {
          failures -= 1;
          throw new Error('Could not process rule');
        }
      },
    });
    const table = makeTable(makeEntry({ endpoints: [one] }));
    await proxy.apply(table);
    await proxy.apply(makeTable(makeEntry({ endpoints: [one] })));
    expect(seen).toEqual(['full']);
    failures = 1;
    await proxy.apply(makeTable(makeEntry({ endpoints: [two] })));
    expect(seen).toEqual(['full', 'change', 'full']);
    failures = 2;
    await expect(proxy.apply(table)).rejects.toMatchObject({ code: 'SERVICE_PROXY_FAILED' });
    await proxy.apply(table);
    expect(seen.slice(3)).toEqual(['change', 'full', 'full']);
    await proxy.close();
    await expect(proxy.apply(table)).rejects.toMatchObject({ code: 'SERVICE_PROXY_CLOSED' });
  });

  test('flows of UDP endpoints that are gone are named, those of TCP are not', () => {
    const udp = makeEntry({ protocol: 'UDP', port: 53, endpoints: [one, two] });
    const tcp = makeEntry({ endpoints: [one] });
    const flows = staleUdpFlows(makeTable(udp, tcp), makeTable({ ...udp, endpoints: [two] }));
    expect(flows).toEqual([{ service: { address: '10.96.0.5', port: 53 }, endpoint: one }]);
    expect(flows.map((flow) => conntrackArguments(flow).join(' '))).toEqual([
      '-D -p udp --orig-dst 10.96.0.5 --orig-port-dst 53 --reply-src 10.244.0.2 --reply-port-src 8080',
    ]);
  });

  test('a UDP address that gets its first endpoint is kept by no client that it refused before', () => {
    const udp = makeEntry({ protocol: 'UDP', port: 53, endpoints: [one] });
    const itself = { address: '10.96.0.5', port: 53 };
    const expected = [{ service: itself, endpoint: itself }];
    expect(staleUdpFlows(makeTable(), makeTable(udp))).toEqual(expected);
    expect(staleUdpFlows(makeTable({ ...udp, endpoints: [] }), makeTable(udp))).toEqual(expected);
    expect(staleUdpFlows(makeTable(), makeTable({ ...udp, endpoints: [] }))).toEqual([]);
    expect(staleUdpFlows(makeTable(udp), makeTable({ ...udp, endpoints: [one, two] }))).toEqual([]);
  });
});

describe.skipIf(missing !== undefined)(`in a network namespace of its own${untilHere}`, () => {
  interface Outcome {
    readonly name: string;
    readonly error?: string;
    readonly skipped?: string;
  }
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    const script = join(import.meta.dirname, 'test-support/nft-namespace.ts');
    const { stdout } = await run('unshare', [...NAMESPACE, process.execPath, script]);
    for (const line of stdout.trim().split('\n')) {
      const outcome: Outcome = JSON.parse(line);
      outcomes.set(outcome.name, outcome);
    }
  });

  for (const { name } of proxyRules) {
    test(`the nftables proxy keeps the contract: ${name}`, ({ skip }) => {
      const outcome = outcomes.get(name);
      skip(outcome?.skipped !== undefined, outcome?.skipped);
      expect(outcome).toEqual({ name });
    });
  }

  test('nft accepts full rulesets and changes of all kinds of services', async () => {
    const drawn = fc.sample(tables, 12).map((table) => nftState(table, OPTIONS));
    let last = nftState(new Map(), OPTIONS);
    const texts = [...fullRuleset(last, OPTIONS)];
    for (const state of drawn) {
      texts.push(...rulesetChange(last, state, OPTIONS), ...fullRuleset(state, OPTIONS));
      last = state;
    }
    await load(texts);
  });

  test('a thousand services load, which is more than one transaction takes', async () => {
    const entries = Array.from({ length: 1_000 }, (_, index) =>
      makeEntry({ address: `10.96.${index >> 8}.${index & 255}`, endpoints: [one, two] }),
    );
    const rulesets = fullRuleset(nftState(makeTable(...entries), OPTIONS), OPTIONS);
    expect(rulesets.length).toBeGreaterThan(1);
    await load(rulesets);
  });

  /** Loads texts one after the other in a new namespace. */
  async function load(texts: readonly string[]): Promise<void> {
    const script = texts.map((text) => `nft -f - <<'RULES'\n${text}RULES\n`).join('');
    const child = run('unshare', [...NAMESPACE, 'sh', '-e']);
    child.child.stdin?.end(script);
    await child;
  }
});
