import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger, systemClock } from '@kubemin/base';
import { builtinRegistry, createModel, extendRegistry, type ModelRegistry } from '@kubemin/model';
import { builtinRenderRegistry, createRenderer, type DocumentRenderer, RenderError } from '@kubemin/render';
import { temporaryDirectory } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pluginGatewayRenderer, pluginRegistryAdditions, pluginRenderers } from '../entries/index.ts';
import { writePlugin } from '../test-support/write-plugin.ts';
import { type LoadedPlugins, loadPlugins } from './load-plugins.ts';
import { type PluginRun, runInThread } from './run-in-thread.ts';
import { DEFAULT_PLUGIN_LIMITS, type ThreadOptions } from './thread-options.ts';

// One process loads good and hostile plug-ins together, once for all tests.

const options: ThreadOptions = {
  entry: { file: new URL('../thread-main/index.ts', import.meta.url), argv: [] },
  limits: { ...DEFAULT_PLUGIN_LIMITS, heapMegabytes: 48, callMs: 1_500, graceMs: 100 },
  env: {},
  clock: systemClock,
  logger: silentLogger,
};
const known = {
  traits: Object.keys(builtinRegistry.traits),
  componentTypes: Object.keys(builtinRegistry.componentTypes),
  jobTypes: ['deploy'],
  stepTypes: ['deploy', 'notify'],
  gateways: ['ingress'],
  notifiers: [],
  kinds: ['Deployment'],
};

const GOOD = `
  traits: {
    zone: {
      summary: 'Time zone of the container.',
      schema: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] },
      check: (data, { report, endpoint }) => {
        if (data.name === 'nowhere') report({ path: ['name'], code: 'NO_ZONE', message: 'there is no such zone' });
        if (data.name === 'served') report({ path: [], code: 'PORTS', message: String(endpoint('web').ports) });
      },
      render: ({ data, container, findService }) => {
        if (data.name === 'throws') throw new Error('no time');
        if (data.name === 'loops') for (;;) {}
        if (data.name === 'grants') return { objects: [{ object: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'x' } } }] };
        if (data.name === 'elsewhere') return { objects: [{ object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', namespace: 'other' } } }] };
        return { changes: { [container]: { env: [{ name: 'TZ', value: data.name + findService('web').name }] } } };
      },
    },
  },
  componentTypes: {
    site: {
      summary: 'A site.',
      properties: { type: 'object', properties: {} },
      image: 'required',
      render: ({ component, namespace, pod }) => {
        const kind = { apiVersion: 'apps/v1', kind: 'Deployment' };
        const workload = { ...kind, name: component.name, claims: 'none' };
        const { template, objects } = pod({ workload, container: { env: {}, ports: [{ port: 80 }] } });
        return [{ object: { ...kind, metadata: { name: component.name, namespace }, spec: { template } } }, ...objects];
      },
    },
  },
  gateways: {
    edge: {
      summary: 'Routes of the edge.',
      objects: ({ entry, name, namespace, service, refuse }) => {
        if (entry.tls) refuse(['tls'], 'the edge has no TLS');
        const to = entry.routes.map(({ backends }) => service(backends[0]));
        return [{ apiVersion: 'edge.example.org/v1', kind: 'Route', metadata: { name, namespace }, spec: { to } }];
      },
    },
  },
  stepTypes: {
    work: {
      summary: 'Works.',
      schema: { type: 'object', properties: { how: { type: 'string' } } },
      run: async ({ properties, write, report, signal }) => {
        if (properties.how === 'loops') for (;;) {}
        if (properties.how === 'heap') { const all = []; for (;;) all.push(new Array(1_000_000).fill(0)); }
        if (properties.how === 'outside') { setTimeout(() => { throw new Error('late'); }); await new Promise(() => {}); }
        if (properties.how === 'retry') throw Object.assign(new Error('busy'), { retryable: true });
        if (properties.how === 'hangs') await new Promise(() => {});
        await report('half');
        const value = await write(async () => 'written');
        return { message: value, values: { aborted: signal.aborted } };
      },
    },
  },`;

let plugins: LoadedPlugins;
let directory: string;
let remove: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  ({ path: directory, remove } = await temporaryDirectory());
  await writePlugin(directory, 'good', GOOD);
  await writePlugin(directory, 'throws', '', 'throw new Error("no");');
  await writePlugin(directory, 'loops', '', 'for (;;) {}');
  await writePlugin(directory, 'heap', '', 'const all = []; for (;;) all.push(new Array(1_000_000).fill(0));');
  await writePlugin(
    directory,
    'outside',
    '',
    'setTimeout(() => { throw new Error("later"); }); await new Promise(() => {});',
  );
  await writePlugin(directory, 'future', 'contract: 2,');
  await writePlugin(directory, 'shadow', `traits: { storage: { summary: 's', schema: {}, render: () => ({}) } }`);
  await writePlugin(directory, 'twin', `traits: { zone: { summary: 's', schema: {}, render: () => ({}) } }`);
  await writePlugin(directory, 'half', `traits: { part: { summary: 's', schema: {} } }`);
  await mkdir(join(directory, 'empty'));
  const sources = ['good', 'throws', 'heap', 'outside', 'shadow', 'twin', 'half', 'future', 'empty', 'absent', 'good'];
  plugins = await loadPlugins({ ...options, sources, cwd: directory, known });
}, 30_000);
afterAll(async () => {
  plugins?.close();
  await remove();
});

const describeStates = ({ states }: LoadedPlugins) =>
  states.map((state) => [
    state.source,
    state.kind === 'failed' ? state.reason.message.replaceAll(directory, '.') : 'loaded',
  ]);

test('plug-ins that cannot be loaded are named with the reason, and the others work', () => {
  expect(describeStates(plugins)).toEqual([
    ['good', 'loaded'],
    ['throws', 'plug-in "throws": load: the module could not be loaded: no'],
    ['heap', 'plug-in "heap": load: it exhausted its memory of 48 MiB and was stopped'],
    ['outside', 'plug-in "outside": load: it threw outside its promise: later'],
    ['shadow', 'it adds the trait "storage", which is built in; choose another name'],
    ['twin', 'it adds the trait "zone", which the plug-in "good" already adds'],
    ['half', 'plug-in "half": load: "traits.part.render" must be a function'],
    [
      'future',
      'plug-in "future": load: it is written for contract 2, and this KubeMin has contract 1; install a version of the plug-in for this contract',
    ],
    [
      'empty',
      './empty is not a plug-in: it has neither a package.json with "exports" or "main" nor an index.js, index.mjs or index.ts',
    ],
    ['absent', 'there is no directory "absent" and no package of that name in node_modules of . or above'],
    ['good', 'a plug-in of this name is already loaded, from good'],
  ]);
});

test('a plug-in that blocks its thread is given up when its time is over, and the next one has its turn', async () => {
  // The first takes all of this time, on a processor that others may need; the second needs no thread.
  const limits = { ...options.limits, loadMs: 1_000 };
  const both = await loadPlugins({ ...options, limits, sources: ['loops', 'absent'], cwd: directory, known });
  both.close();
  expect(describeStates(both)).toEqual([
    ['loops', 'plug-in "loops": load: the module was not loaded within 1 s; it blocks its thread'],
    ['absent', 'there is no directory "absent" and no package of that name in node_modules of . or above'],
  ]);
});

function goodPlugin() {
  const [good] = plugins.loaded;
  if (good === undefined) throw new Error('the plug-in is not loaded');
  return good;
}

describe('a trait of a plug-in', () => {
  const parse = (name: unknown, type = 'webservice') => {
    const { description, thread } = goodPlugin();
    const registry = extendRegistry(builtinRegistry, pluginRegistryAdditions(description, thread));
    const web = { name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 80 }] } };
    const other = { name: 'other', type, image: 'web:1', traits: { zone: { name } } };
    const { document, problems } = createModel(registry).parse({
      name: 'shop',
      component: type === 'webservice' ? [{ ...web, traits: { zone: { name } } }] : [web, other],
    });
    return { registry, document, problems: problems.map(({ path, code }) => [path, code]) };
  };
  const render = (name: string, type?: string) => {
    const { description, thread } = goodPlugin();
    const { registry, document } = parse(name, type);
    if (document === undefined) throw new Error('the document is not valid');
    const renderers = pluginRenderers(description, thread);
    const renderer: DocumentRenderer = createRenderer<ModelRegistry>({
      model: registry,
      componentTypes: { ...builtinRenderRegistry.componentTypes, ...renderers.componentTypes },
      traits: { ...builtinRenderRegistry.traits, ...renderers.traits },
    });
    return renderer.render(document, { appId: '0'.repeat(24) });
  };
  const failure = (name: string, type?: string): string => {
    try {
      render(name, type);
    } catch (error) {
      if (error instanceof RenderError) return error.message;
      throw error;
    }
    return 'rendered';
  };

  test.each([
    ['Europe/Berlin', []],
    ['x', [['component[0].traits.zone.name', 'INVALID_VALUE']]],
    [undefined, [['component[0].traits.zone.name', 'MISSING_REQUIRED_FIELD']]],
    ['nowhere', [['component[0].traits.zone.name', 'NO_ZONE']]],
    ['served', [['component[0].traits.zone', 'PORTS']]],
  ])('%s is checked by the schema and by the rules of the plug-in', (name, expected) => {
    expect(parse(name).problems).toEqual(expected);
  });

  test('is rendered with what its context has', () => {
    const workload = render('Europe/Berlin').find(({ object }) => object.kind === 'Deployment');
    expect(JSON.stringify(workload)).toContain('Europe/Berlinsvc-web');
  });

  test('is rendered within a component type of the same plug-in', () => {
    const workload = render('Europe/Berlin', 'site').find(({ object }) => object.metadata.name === 'other');
    expect(JSON.stringify(workload)).toContain('Europe/Berlinsvc-web');
    expect(failure('throws', 'site')).toBe('component[1].traits.zone: plug-in "good": trait "zone": no time');
    expect(failure('loops', 'site')).toContain('trait "zone": the call took longer than 1.5 s');
    expect(failure('Europe/Paris', 'site')).toBe('rendered');
  });

  test.each([
    ['throws', 'component[0].traits.zone: plug-in "good": trait "zone": no time'],
    ['grants', expect.stringContaining('it renders a ClusterRole, which plug-ins may not deliver')],
    ['elsewhere', expect.stringContaining('in the namespace "other", which is not that of the application')],
    ['loops', expect.stringContaining('trait "zone": the call took longer than 1.5 s')],
  ])('that %s fails with the name of the plug-in', (name, expected) => {
    expect(failure(name)).toEqual(expected);
  });

  test('is rendered again after its thread was stopped', () => {
    expect(failure('Europe/Paris')).toBe('rendered');
  });
});

describe('a gateway of a plug-in', () => {
  const routes = [{ backends: [{ serviceName: 'web' }] }];
  const render = (gateway: string, entry: object) => {
    const { description, thread } = goodPlugin();
    const provider = Object.hasOwn(description.gateways, gateway) ? { description, thread } : undefined;
    const component = { name: 'web', type: 'webservice', image: 'web:1', properties: { ports: [{ port: 8080 }] } };
    const { document } = createModel(builtinRegistry).parse({
      name: 'shop',
      component: [{ ...component, traits: { gateway: [{ name: 'way', routes, ...entry }] } }],
    });
    if (document === undefined) throw new Error('the document is not valid');
    const traits = { ...builtinRenderRegistry.traits, gateway: pluginGatewayRenderer(gateway, provider) };
    return createRenderer({ ...builtinRenderRegistry, traits }).render(document, { appId: '0'.repeat(24) });
  };

  test('makes the objects of the trait, with the Services behind its backends', () => {
    const route = render('edge', {}).find(({ object }) => object.kind === 'Route');
    expect(route?.object).toMatchObject({ metadata: { name: 'way' }, spec: { to: [{ port: 8080 }] } });
  });

  test.each([
    ['edge', { tls: [{ secretName: 'cert', hosts: ['a.example.org'] }] }, 'the edge has no TLS'],
    ['absent', {}, 'no plug-in that is loaded adds the gateway "absent"'],
  ])('%s refuses what it cannot do', (gateway, entry, message) => {
    expect(() => render(gateway, entry)).toThrow(message);
  });
});

describe('a step of a plug-in', () => {
  const run = (how: string, { signal = new AbortController().signal, limits = options.limits } = {}) => {
    const seen: unknown[] = [];
    const note = async (...args: readonly unknown[]) => void seen.push(...args);
    const about: PluginRun = {
      plugin: 'good',
      module: goodPlugin().module,
      call: { function: 'step.run', entry: 'work', args: { properties: { how } } },
      signal,
      requests: { report: note, writeBegin: () => note('begin'), writeEnd: () => note('end') },
    };
    return { seen, result: runInThread(about, { ...options, limits }) };
  };

  test('reports, writes through the gate, and returns its result', async () => {
    const { seen, result } = run('well');
    expect(await result).toEqual({ message: 'written', values: { aborted: false } });
    expect(seen).toEqual(['half', 'begin', 'end']);
  });

  test.each([
    ['heap', 'PLUGIN_FAILED', 'plug-in "good": step "work": it exhausted its memory of 48 MiB and was stopped'],
    ['outside', 'PLUGIN_FAILED', 'plug-in "good": step "work": it threw outside its promise: late'],
    ['retry', 'PLUGIN_BUSY', 'plug-in "good": step "work": busy'],
  ])('that %s fails alone', async (how, code, message) => {
    await expect(run(how).result).rejects.toMatchObject({ code, message });
  });

  test('that loops is stopped', async () => {
    const { result } = run('loops', { limits: { ...options.limits, stallMs: 1_000 } });
    await expect(result).rejects.toMatchObject({
      code: 'PLUGIN_FAILED',
      message: 'plug-in "good": step "work": it blocked its thread for 1 s and was stopped',
    });
  });

  test('that does not end when it is cancelled is stopped', async () => {
    const abort = new AbortController();
    const { result } = run('hangs', { signal: abort.signal });
    abort.abort(new Error('cancelled'));
    await expect(result).rejects.toThrow('cancelled');
  });
});
