import type { KubeObject } from '@kubemin/kubeapi';
import type { UpdatePolicy, UpdateStrategy } from '@kubemin/model';
import { APP_ID, parseSample, renderer } from '@kubemin/testing/rendering';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RenderedObject } from '../object/rendered-object.ts';
import type { Track } from '../object/track.ts';
import { planUpdate } from './plan-update.ts';
import { SimulatedCluster } from './test-support/simulated-cluster.ts';
import type { UpdatePhase } from './update-plan.ts';

const component = (more: object = {}) => ({
  name: 'web',
  type: 'webservice',
  image: 'web:1',
  replicas: 3,
  ...more,
});

function rendering(input: object, track: Track = 'stable'): readonly RenderedObject[] {
  const document = parseSample({ name: 'shop', component: [input] });
  return renderer.render(document, { appId: APP_ID, tracks: { web: track } });
}

const ports = { ports: [{ port: 80 }] };
const before = component({ properties: ports });
const after = component({ image: 'web:2', properties: ports });
const deploymentName = `deploy-web-${APP_ID}`;

const names = (objects: readonly { readonly kind: string; readonly metadata: KubeObject['metadata'] }[]) =>
  objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
const outline = (phases: readonly UpdatePhase[]) =>
  phases.map(({ name, apply, gates, remove }) => ({
    name,
    apply: names(apply.map(({ object }) => object)),
    gates: gates.map(({ kind }) => kind),
    remove: names(remove),
  }));
const selectors = ({ apply }: UpdatePhase) =>
  apply.flatMap(({ object }) => (object.kind === 'Service' ? [JSON.parse(JSON.stringify(object)).spec.selector] : []));

const SELECTOR = { 'kube-min-cli-appId': APP_ID, 'kube-min-cli-componentName': 'web' };
const SERVICES = [`Service/svc-web-${APP_ID}`, 'Service/web'];

describe('rolling', () => {
  test('applies the next rendering and waits for it', () => {
    const plan = planUpdate(rendering(before), rendering(after), { strategy: 'rolling' });
    expect(outline(plan.phases)).toEqual([
      { name: 'update', apply: [`Deployment/${deploymentName}`, ...SERVICES], gates: ['ready'], remove: [] },
    ]);
    expect(plan.outcome).toEqual(rendering(after));
  });

  test('what the next version lacks goes at the end, volumes never', () => {
    const traits = { storage: [{ name: 'data', type: 'persistent', tmpCreate: true }] };
    const plan = planUpdate(rendering({ ...before, traits }), rendering(component({ image: 'web:2' })), {
      strategy: 'rolling',
    });
    expect(names(plan.phases.flatMap(({ remove }) => remove))).toEqual(SERVICES);
  });
});

describe('recreate', () => {
  test('a Deployment is set to it, for this update alone', () => {
    const plan = planUpdate(rendering(before), rendering(after), { strategy: 'recreate' });
    const [start, settle] = plan.phases;
    expect(start?.apply[0]).toMatchObject({ object: { spec: { strategy: { type: 'Recreate' } } } });
    expect(settle?.apply).toEqual(rendering(after));
  });

  test('an autoscaled StatefulSet comes back: autoscalers leave what has no copies alone', () => {
    const autoscaled = { type: 'store', traits: { autoscaling: { min: 2, max: 5, cpu: 70 } } };
    const plan = planUpdate(rendering({ ...before, ...autoscaled }), rendering({ ...after, ...autoscaled }), {
      strategy: 'recreate',
    });
    const copies = (phase: UpdatePhase | undefined) =>
      phase?.apply.flatMap(({ object }) =>
        object.kind === 'StatefulSet' ? [JSON.parse(JSON.stringify(object)).spec.replicas] : [],
      );
    expect(plan.phases.map(copies)).toEqual([[0], [2], [undefined]]);
    expect(plan.abort.map(copies)).toEqual([[2]]);
  });

  test('a StatefulSet is scaled to nothing first', () => {
    const plan = planUpdate(rendering({ ...before, type: 'store' }), rendering({ ...after, type: 'store' }), {
      strategy: 'recreate',
    });
    expect(plan.phases[0]).toMatchObject({
      name: 'stop',
      apply: [{ object: { kind: 'StatefulSet', spec: { replicas: 0 } } }],
      gates: [{ kind: 'ready' }],
    });
    expect(plan.phases.at(-1)?.apply).toEqual(rendering({ ...after, type: 'store' }));
  });
});

describe('canary', () => {
  const policy: UpdatePolicy = { strategy: 'canary', canaryReplicas: 2 };

  test('a second Deployment behind the same Services, the first untouched until the approval', () => {
    const plan = planUpdate(rendering(before), rendering(after), policy);
    expect(outline(plan.phases)).toEqual([
      { name: 'canary', apply: [`Deployment/${deploymentName}-canary`], gates: ['ready', 'approve'], remove: [] },
      { name: 'promote', apply: [`Deployment/${deploymentName}`, ...SERVICES], gates: ['ready'], remove: [] },
      { name: 'retire', apply: [], gates: [], remove: [`Deployment/${deploymentName}-canary`] },
    ]);
    const track = { 'kube-min-cli-track': 'canary' };
    expect(plan.phases[0]?.apply[0]).toMatchObject({
      object: {
        metadata: { labels: SELECTOR },
        spec: {
          replicas: 2,
          selector: { matchLabels: { ...SELECTOR, ...track } },
          template: {
            metadata: { labels: { ...SELECTOR, ...track } },
            spec: { containers: [{ image: 'web:2' }] },
          },
        },
      },
    });
    expect(plan.outcome).toEqual(rendering(after));
  });

  test('a pause instead of an approval, when configured', () => {
    const kinds = (more: Partial<UpdatePolicy>) =>
      planUpdate(rendering(before), rendering(after), { ...policy, ...more }).phases[0]?.gates.slice(1);
    expect(kinds({ approval: 'automatic', pauseSeconds: 300 })).toEqual([{ kind: 'pause', seconds: 300 }]);
    expect(kinds({ approval: 'automatic' })).toEqual([{ kind: 'pause', seconds: 60 }]);
    expect(kinds({ pauseSeconds: 5 })).toMatchObject([{ kind: 'pause', seconds: 5 }, { kind: 'approve' }]);
  });

  test('a store updates its last copies first', () => {
    const plan = planUpdate(rendering({ ...before, type: 'store' }), rendering({ ...after, type: 'store' }), policy);
    expect(plan.phases.map(({ name }) => name)).toEqual(['canary', 'promote']);
    expect(plan.phases[0]?.apply).toMatchObject([
      { object: { spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 1 } } } } },
    ]);
    expect(plan.phases[1]?.apply[0]).toMatchObject({
      object: { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } },
    });
  });

  test('an autoscaled store keeps as many old copies as it must have anyway', () => {
    const autoscaled = { type: 'store', traits: { autoscaling: { min: 4, max: 9, cpu: 70 } } };
    const [old, next] = [before, after].map((input) => rendering({ ...input, ...autoscaled }));
    expect(planUpdate(old ?? [], next ?? [], { strategy: 'canary' }).phases[0]?.apply).toMatchObject([
      { object: { kind: 'StatefulSet', spec: { updateStrategy: { rollingUpdate: { partition: 3 } } } } },
    ]);
  });
});

describe('blue-green', () => {
  const policy: UpdatePolicy = { strategy: 'blue-green', graceSeconds: 120 };

  test('the new version comes up without traffic, gets all of it at once, and the old one stays for a while', () => {
    const plan = planUpdate(rendering(before), rendering(after), policy);
    expect(outline(plan.phases)).toEqual([
      { name: 'pin', apply: SERVICES, gates: [], remove: [] },
      { name: 'bring-up', apply: [`Deployment/${deploymentName}-green`], gates: ['ready'], remove: [] },
      { name: 'switch', apply: SERVICES, gates: ['pause'], remove: [] },
      { name: 'retire', apply: [], gates: [], remove: [`Deployment/${deploymentName}`] },
      { name: 'settle', apply: SERVICES, gates: [], remove: [] },
    ]);
    expect(plan.phases.map(selectors).map(([first]) => first)).toEqual([
      { ...SELECTOR, 'kube-min-cli-track': 'stable' },
      undefined,
      { ...SELECTOR, 'kube-min-cli-track': 'green' },
      undefined,
      SELECTOR,
    ]);
    expect(plan.track).toBe('green');
    expect(plan.outcome).toEqual(rendering(after, 'green'));
  });

  test('green and blue take turns, and a rolling update stays where it is', () => {
    const turn = (from: Track, strategy: UpdateStrategy) =>
      planUpdate(rendering(before, from), rendering(after), { ...policy, strategy }).track;
    expect(turn('green', 'blue-green')).toBe('blue');
    expect(turn('blue', 'blue-green')).toBe('green');
    expect(turn('blue', 'rolling')).toBe('blue');
  });

  test('the autoscaler stays with the version that serves, and the other starts with the least copies it would have', () => {
    const traits = { autoscaling: { min: 4, max: 9, cpu: 70 } };
    const plan = planUpdate(rendering({ ...before, traits }), rendering({ ...after, traits }), policy);
    const targets = plan.phases.map(({ apply }) =>
      apply.map(({ object }) => JSON.parse(JSON.stringify(object)).spec?.scaleTargetRef?.name),
    );
    expect(targets.map((names) => names.find((name) => name !== undefined))).toEqual([
      deploymentName,
      undefined,
      `${deploymentName}-green`,
      undefined,
      `${deploymentName}-green`,
    ]);
    expect(plan.phases[1]?.apply).toMatchObject([{ object: { kind: 'Deployment', spec: { replicas: 4 } } }]);
    expect(JSON.stringify(plan.outcome)).not.toContain('"replicas"');
  });

  test('the switch may need an approval', () => {
    const plan = planUpdate(rendering(before), rendering(after), { ...policy, approval: 'manual' });
    expect(plan.phases[1]?.gates.map(({ kind }) => kind)).toEqual(['ready', 'approve']);
  });

  test.each(['store', 'daemon'])('a %s cannot exist twice, which is an error', (type) => {
    const attempt = () => planUpdate(rendering({ ...before, type }), rendering({ ...after, type }), policy);
    expect(attempt).toThrow(expect.objectContaining({ code: 'UPDATE_STRATEGY_UNSUPPORTED' }));
  });
});

test.each(['canary', 'blue-green'] as const)('%s has nothing to do where no pod changes', (strategy) => {
  const scaled = component({ replicas: 9, properties: ports });
  expect(planUpdate(rendering(before), rendering(scaled), { strategy }).strategy).toBe('rolling');
  expect(planUpdate([], rendering(after), { strategy }).strategy).toBe('rolling');
});

describe('whatever the update', () => {
  const port = fc.constantFrom(80, 443, 8080);
  const version = fc.record({
    image: fc.constantFrom('web:1', 'web:2', 'web:3'),
    replicas: fc.integer({ min: 1, max: 5 }),
    ports: fc.uniqueArray(port, { minLength: 1 }),
    env: fc.dictionary(fc.constantFrom('A', 'B'), fc.string()),
  });
  const update = fc.record({
    type: fc.constantFrom('webservice', 'worker', 'store'),
    strategy: fc.constantFrom<UpdateStrategy>('rolling', 'recreate', 'canary', 'blue-green'),
    track: fc.constantFrom<Track>('stable', 'blue', 'green'),
    from: version,
    to: version,
    graceSeconds: fc.constantFrom(0, 30),
  });
  type Update = typeof update extends fc.Arbitrary<infer T> ? T : never;

  const input = (type: string, { image, replicas, ports: list, env }: Update['from']) =>
    component({ type, image, replicas, properties: { env, ports: list.map((number) => ({ port: number })) } });
  const planFor = ({ type, strategy, track, from, to, graceSeconds }: Update) => {
    const previous = rendering(input(type, from), type === 'store' ? 'stable' : track);
    // A store has its data only once; that this is refused is tested above.
    const possible = type === 'store' && strategy === 'blue-green' ? 'rolling' : strategy;
    return { previous, plan: planUpdate(previous, rendering(input(type, to)), { strategy: possible, graceSeconds }) };
  };

  test('it ends at its outcome, which is what the renderer returns from then on', () => {
    fc.assert(
      fc.property(update, (given) => {
        const { previous, plan } = planFor(given);
        const cluster = new SimulatedCluster(previous);
        for (const phase of plan.phases) cluster.run(phase);
        expect(cluster.objects()).toEqual(new SimulatedCluster(plan.outcome).objects());
        expect(plan.outcome).toEqual(rendering(input(given.type, given.to), plan.track));
      }),
    );
  });

  test('given up anywhere, it leads back to exactly what there was', () => {
    fc.assert(
      fc.property(update, fc.nat(), (given, seed) => {
        const { previous, plan } = planFor(given);
        const cluster = new SimulatedCluster(previous);
        const steps = plan.phases.flatMap((phase) => SimulatedCluster.phaseSteps(phase));
        for (const step of steps.slice(0, seed % (steps.length + 1))) cluster.step(step);
        for (const phase of plan.abort) cluster.run(phase);
        expect(cluster.objects()).toEqual(new SimulatedCluster(previous).objects());
      }),
    );
  });

  test('at every moment of it and of giving it up, each Service has a version that runs behind it', () => {
    fc.assert(
      fc.property(update, fc.nat(), (given, seed) => {
        const { previous, plan } = planFor(given);
        // To have a gap is what recreate is for.
        if (plan.strategy === 'recreate') return;
        const cluster = new SimulatedCluster(previous);
        const steps = plan.phases.flatMap((phase) => SimulatedCluster.phaseSteps(phase));
        const way = [
          ...steps.slice(0, seed % (steps.length + 1)),
          ...plan.abort.flatMap((phase) => SimulatedCluster.phaseSteps(phase)),
        ];
        for (const step of way) {
          cluster.step(step);
          expect(cluster.servicesWithoutPods()).toEqual([]);
        }
      }),
    );
  });
});
