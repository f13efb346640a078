import { describe, expect, test } from 'vitest';
import { findings, model, withComponent, withTraits } from './test-support/sample.ts';

// Each of these is something the first KubeMin got wrong when it read or checked a document.

function parsed(input: unknown) {
  const { document, problems } = model.parse(input);
  if (document === undefined) throw new Error(JSON.stringify(problems));
  return document;
}

describe('what used to be checked in one place and believed in another', () => {
  test.each(['config', 'configMap', 'configmap', 'CONFIG_MAP'])(
    'W-03: envFrom of type %s means the same to the check and to the renderer',
    (type) => {
      const document = parsed(withTraits({ envFrom: [{ type, sourceName: 'settings' }] }));
      expect(document.component[0]?.traits.envFrom).toEqual([{ type: 'config', sourceName: 'settings' }]);
    },
  );

  test('W-12: names are lower-cased wherever they stand, so that references match', () => {
    const document = parsed({
      name: 'Shop',
      component: [
        { name: ' Web', type: 'webservice', image: 'a', dependsOn: ['DB '] },
        { name: 'Db', type: 'store', image: 'a' },
      ],
      workflow: [{ name: 'All', components: ['WEB', 'dB'] }],
    });
    expect(document).toMatchObject({ name: 'shop', workflow: [{ name: 'all', components: ['web', 'db'] }] });
    expect(document.component.map(({ name, dependsOn }) => [name, dependsOn])).toEqual([
      ['web', ['db']],
      ['db', undefined],
    ]);
  });

  test('W-12: a step that names a missing component is an error, not a step that is skipped', () => {
    expect(findings({ ...withComponent({}), workflow: [{ name: 'all', components: ['wbe'] }] })).toContain(
      'error COMPONENT_NOT_FOUND workflow[0].components[0]',
    );
  });

  test('W-31: an application name of 63 characters passes, as it does everywhere else', () => {
    expect(findings({ ...withComponent({}), name: 'a'.repeat(63) })).toEqual([]);
    expect(findings({ ...withComponent({}), name: 'a'.repeat(64) })).toEqual(['error NAME_TOO_LONG name']);
  });

  test('W-01: what the renderer could not turn into objects is already an error here, with its path', () => {
    expect(findings(withTraits({ envs: [{ name: 'A', valueFrom: {} }] }))).toEqual([
      'error INVALID_ENV_VALUE_SOURCE component[0].traits.envs[0].valueFrom',
    ]);
    const probe = { type: 'liveness', tcpSocket: { port: 80 } };
    expect(findings(withTraits({ probes: [probe, probe] }))).toEqual([
      'error DUPLICATE_PROBE component[0].traits.probes[1].type',
    ]);
  });
});

describe('what used to be taken and then ignored', () => {
  test('W-06: an unknown strategy is refused, not turned into another one', () => {
    expect(findings(withComponent({ properties: { update: { strategy: 'yolo' } } }))).toEqual([
      'error INVALID_UPDATE_POLICY component[0].properties.update.strategy',
    ]);
  });

  test('W-12: an unknown workflow mode is refused, not run one by one', () => {
    expect(findings({ ...withComponent({}), workflow: [{ name: 'web', mode: 'parallel' }] })).toEqual([
      'error INVALID_WORKFLOW_MODE workflow[0].mode',
    ]);
  });

  test('W-15: command and arguments of the main container are part of the document', () => {
    const properties = { command: ['nginx'], args: ['-g', 'daemon off;'] };
    expect(parsed(withComponent({ properties })).component[0]?.properties).toMatchObject(properties);
  });

  test('W-15: pull policy, pull secrets, restart and node selection can be set', () => {
    const traits = {
      imagePull: { policy: 'Always', secrets: ['login'] },
      scheduling: { nodeSelector: { disk: 'ssd' } },
    };
    expect(parsed(withTraits(traits)).component[0]?.traits).toMatchObject(traits);
  });

  test('W-19: a folder of the host is refused in words, not mounted without a volume', () => {
    for (const type of ['host-mounted', 'hostPath']) {
      const { problems } = model.parse(withTraits({ storage: [{ name: 'a', type, mountPath: '/a' }] }));
      expect(problems).toMatchObject([{ code: 'INVALID_STORAGE_TYPE', fix: expect.stringContaining('for security') }]);
    }
  });

  test('W-37: retries belong to the step that has them', () => {
    const workflow = [{ name: 'web', retry: 3 }];
    expect(parsed({ ...withComponent({}), workflow }).workflow[0]?.retry).toMatchObject({ limit: 3 });
  });
});

describe('what used to be refused or lost', () => {
  test('W-17: an init container may be written flat, as our own examples do', () => {
    const flat = { name: 'prepare', image: 'busybox', command: ['true'], env: { A: 'x' } };
    const { name, ...properties } = flat;
    expect(parsed(withTraits({ init: [flat] }))).toEqual(parsed(withTraits({ init: [{ name, properties }] })));
  });

  test('W-20: no copies at all, an empty description and a switch that is off are kept as given', () => {
    const document = parsed({ ...withComponent({ replicas: 0 }), description: '', tmpEnable: false });
    expect(document).toMatchObject({ description: '', tmpEnable: false, component: [{ replicas: 0 }] });
  });

  test('W-25: a time limit has one meaning, whatever unit it is written in', () => {
    for (const [written, read] of [
      [90, '90s'],
      ['90', '90s'],
      ['1m30s', '1m30s'],
    ]) {
      const workflow = [{ name: 'web', timeout: written }];
      expect(parsed({ ...withComponent({}), workflow }).workflow[0]?.timeout).toBe(read);
    }
    expect(findings({ ...withComponent({}), workflow: [{ name: 'web', timeout: '90 moments' }] })).toEqual([
      'error INVALID_DURATION workflow[0].timeout',
    ]);
  });

  test('W-27: a smaller volume is refused before anything is stored or applied', () => {
    const sized = (size: string) => parsed(withTraits({ storage: [{ name: 'data', type: 'persistent', size }] }));
    expect(model.checkChanges(sized('5Gi'), sized('1Gi'))).toMatchObject([{ code: 'STORAGE_SHRINK' }]);
  });

  test('W-29: an update that leaves the version out does not set 1.0.0', () => {
    expect(parsed(withComponent({})).version).toBeUndefined();
  });

  test('W-34: a password among the variables is pointed out, and the message does not repeat it', () => {
    const { problems } = model.parse(withComponent({ properties: { env: { DB_PASSWORD: 'hunter2' } } }));
    expect(problems).toMatchObject([{ code: 'PLAIN_TEXT_CREDENTIAL', severity: 'warning' }]);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  test('W-34: a config is fetched over http or https and from nowhere else', () => {
    const config = (url: string) => ({
      name: 'shop',
      component: [{ name: 'conf', type: 'config', properties: { conf: { 'config.url': url } } }],
    });
    expect(findings(config('https://example.org/a'))).toEqual([]);
    for (const url of ['file:///etc/passwd', 'ftp://example.org', 'gopher://x', 'javascript:1', '/etc/passwd']) {
      expect(findings(config(url)), url).toEqual([
        'error INVALID_CONFIG_URL component[0].properties.conf["config.url"]',
      ]);
    }
  });

  test('W-39: containers and volumes without a name get the same one every time', () => {
    const input = withTraits({ init: [{ image: 'a' }], sidecar: [{ image: 'a' }], storage: [{ type: 'ephemeral' }] });
    expect(parsed(input)).toEqual(parsed(input));
    expect(parsed(input).component[0]?.traits.init?.[0]?.name).toMatch(/^web-init-/);
  });
});
