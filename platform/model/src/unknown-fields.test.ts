import { describe, expect, test } from 'vitest';
import { model } from './test-support/sample.ts';

function shown(text: string, options?: Parameters<typeof model.parseText>[1]): readonly string[] {
  return model.parseText(text, options).problems.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

const misspelt = `name: shop
discription: a shop
component:
  - name: web
    type: webservice
    image: nginx:1.27
    replica: 2
    properties: { ports: [{ port: 80, exposed: true }] }
    traits: { storages: [], storage: [{ type: ephemeral, colour: red }] }
workflow:
  - { name: all, components: [web], modee: DAG }
`;

const UNKNOWN = [
  'discription',
  'component[0].replica',
  'component[0].properties.ports[0].exposed',
  'component[0].traits.storages',
  'component[0].traits.storage[0].colour',
  'workflow[0].modee',
];

describe('R-15: unknown fields', () => {
  test('R-15: a misspelt field of a text is an error at every level, all listed at once', () => {
    const { document, problems } = model.parseText(misspelt);
    expect(document).toBeUndefined();
    expect(problems.map(({ path }) => path).toSorted()).toEqual(UNKNOWN.toSorted());
    expect(problems.every(({ code, severity }) => code === 'UNKNOWN_FIELD' && severity === 'error')).toBe(true);
    expect(problems.find(({ path }) => path === 'discription')).toMatchObject({
      message: 'Unknown field "discription". Did you mean "description"?',
      fix: 'Rename it to "description".',
      position: { line: 2, column: 1 },
    });
  });

  test('R-15: kept on request, they are warnings and carried as before', () => {
    const { document, problems } = model.parseText(misspelt, { unknownFields: 'keep' });
    expect(problems.every(({ severity }) => severity === 'warning')).toBe(true);
    expect(document?.extras).toHaveLength(UNKNOWN.length);
  });

  test('R-15: a stored document with unknown fields loads, and its next text may have the same ones', () => {
    const stored = model.parseText(misspelt, { unknownFields: 'keep' }).document;
    const carried = stored?.extras ?? [];
    expect(model.parse(stored).document).toEqual({ ...stored, extras: expect.arrayContaining([...carried]) });
    const next = misspelt
      .replace('nginx:1.27', 'nginx:1.28')
      .replace('component:\n', 'component:\n  - { name: api, type: webservice, image: api:1 }\n')
      .replace('[web]', '[web, api]');
    expect(shown(next, { carried }).filter((each) => each.startsWith('error'))).toEqual([]);
    expect(shown(next.replace('image:', 'imge:'), { carried })).toContain('error UNKNOWN_FIELD component[0].imge');
  });

  test('R-15: comments and fields marked as the author’s own are no slips', () => {
    const text =
      '{"$schema":"x","_comment":"c","x-anchors":1,"name":"shop","component":[{"name":"web","type":"webservice","image":"a","_why":1}]}';
    expect(shown(text)).toEqual(['warning UNKNOWN_FIELD x-anchors']);
  });

  test('R-15: advice never suggests a field that is set already', () => {
    const text = 'name: shop\ncomponent: [{ name: web, type: webservice, image: a, imagee: b }]\n';
    const [problem] = model.parseText(text).problems;
    expect(problem?.message).toBe('Unknown field "imagee".');
    expect(problem?.fix).toBe('Remove it: "image" is already set.');
  });
});

describe('R-15: one fault hides no other', () => {
  test('R-15: without a name, a type and with values of wrong types everything else is still checked', () => {
    const text = `component:
  - image: Nginx
    replicas: many
    dependsOn: [dbb]
    traits:
      storage:
        - type: wrong
        - type: ephemeral
          mountPath: relative
  - name: db
    type: store
    image: "mysql:"
workflow:
  - components: [nope]
`;
    expect(shown(text)).toEqual([
      'error MISSING_REQUIRED_FIELD name',
      'error MISSING_REQUIRED_FIELD component[0].name',
      'error MISSING_REQUIRED_FIELD component[0].type',
      'error INVALID_IMAGE component[0].image',
      'error INVALID_REPLICAS component[0].replicas',
      'error INVALID_STORAGE_TYPE component[0].traits.storage[0].type',
      'error INVALID_MOUNT_PATH component[0].traits.storage[1].mountPath',
      'error INVALID_IMAGE component[1].image',
      'error COMPONENT_NOT_FOUND component[0].dependsOn[0]',
      'error MISSING_REQUIRED_FIELD workflow[0].name',
      'error COMPONENT_NOT_FOUND workflow[0].components[0]',
      'warning COMPONENT_NOT_IN_WORKFLOW component[1]',
    ]);
  });

  test('R-15: a field that is missing or wrong hides no rule about the other fields of its entry', () => {
    const text = `name: shop
component:
  - name: web
    type: webservice
    image: a
    replicas: 1
    properties:
      ports: [{ port: 80 }, { port: many }, { port: 80 }]
      env: { 1A: x, B: [1] }
      labels: { 'not a key': x, fine: [1] }
      update: { strategy: sometimes, maxSurge: "0", maxUnavailable: "0" }
    traits:
      probes:
        - { type: liveness, successThreshold: 3, periodSeconds: soon, tcpSocket: { port: 80 } }
        - { type: liveness }
      autoscaling: { min: 5, max: 2, cpu: much }
  - { name: conf, type: config, properties: { conf: { 'not a key': x, fine: { a: 1 } } } }
  - { name: none, type: config, properties: { conf: { fine: { a: 1 } } } }
`;
    expect(shown(text).toSorted()).toEqual([
      'error DUPLICATE_PROBE component[0].traits.probes[1].type',
      'error INVALID_AUTOSCALING component[0].traits.autoscaling.cpu.averageValue',
      'error INVALID_AUTOSCALING component[0].traits.autoscaling.max',
      'error INVALID_CONFIG_KEY component[1].properties.conf["not a key"]',
      'error INVALID_ENV_NAME component[0].properties.env["1A"]',
      'error INVALID_LABEL component[0].properties.labels["not a key"]',
      'error INVALID_PORT component[0].properties.ports[1].port',
      'error INVALID_PORT component[0].properties.ports[2].port',
      'error INVALID_PROBE_CONFIG component[0].traits.probes[0].periodSeconds',
      'error INVALID_PROBE_CONFIG component[0].traits.probes[0].successThreshold',
      'error INVALID_PROBE_CONFIG component[0].traits.probes[1]',
      'error INVALID_TYPE component[0].properties.env.B',
      'error INVALID_TYPE component[0].properties.labels.fine',
      'error INVALID_TYPE component[1].properties.conf.fine',
      'error INVALID_TYPE component[2].properties.conf.fine',
      'error INVALID_UPDATE_POLICY component[0].properties.update.maxUnavailable',
      'error INVALID_UPDATE_POLICY component[0].properties.update.strategy',
    ]);
  });

  test('R-15: rules that look at other parts of the document see an entry without its faulty field', () => {
    const text = `name: shop
component:
  - name: web
    type: webservice
    image: a
    traits:
      securityContext: { privileged: true, runAsUser: root }
      storage:
        - { name: data, type: persistent, mountPath: /data, size: plenty, tmpCreate: true, claimName: other }
        - { name: more, type: persistent, mountPath: /data, tmpCreate: true, size: 1Gi }
        - { name: loose, type: persistent, mountPath: relative, tmpCreate: true, size: 1Gi }
`;
    const found = shown(text);
    expect(found).toContain('warning PRIVILEGED_CONTAINER component[0].traits.securityContext.privileged');
    expect(found.filter((each) => each.includes('storage[1]'))).toHaveLength(1);
    expect(found.filter((each) => each.includes('storage[2]'))).toHaveLength(1);
  });

  test('R-15: rules report the place the author wrote when a faulty entry stands before it', () => {
    const text = `name: shop
component:
  - name: web
    type: webservice
    image: a
    traits:
      storage:
        - { type: wrong }
        - { name: data, type: persistent, mountPath: /data, tmpCreate: true, size: 1Gi }
        - { name: data, type: persistent, mountPath: /data, tmpCreate: true, size: 1Gi }
`;
    const paths = model.parseText(text).problems.map(({ path }) => path);
    expect(paths).toContain('component[0].traits.storage[0].type');
    expect(paths.some((path) => path.startsWith('component[0].traits.storage[2]'))).toBe(true);
  });

  test('R-15: a component is never advised to depend on itself', () => {
    const text = 'name: shop\ncomponent: [{ name: web, type: webservice, image: a, dependsOn: [webb, web] }]\n';
    const { problems } = model.parseText(text);
    expect(problems.map(({ message, fix }) => `${message} ${fix}`)).toEqual([
      'There is no component "webb". Remove it, or add the component.',
      '"web" depends on itself. Remove it.',
    ]);
  });
});
