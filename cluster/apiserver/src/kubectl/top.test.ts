import { eventually } from '@kubemin/testing';
import { expect, it } from 'vitest';
import { describeClusterKubectl } from '../test-support/cluster-kubectl.ts';

describeClusterKubectl('tells what is used', (kubectl) => {
  it('by nodes, pods and containers', async () => {
    const { run, apply, ready } = kubectl();
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'busy',
        labels: { app: 'busy' },
        annotations: { 'kubemin.io/simulate-usage-cpu': '250m', 'kubemin.io/simulate-usage-memory': '64Mi' },
      },
      spec: { containers: ['a', 'b'].map((name) => ({ name, image: 'registry.test/app:1' })) },
    };
    await apply(pod);
    await ready('busy');
    // What is used is known a moment later.
    const pods = await eventually(() => run(['top', 'pods', '--no-headers']), { until: ({ code }) => code === 0 });
    expect(pods).toMatchObject({ code: 0, stderr: '' });
    expect(pods.stdout.trim().split(/\s+/)).toEqual(['busy', '500m', '128Mi']);
    const containers = await run(['top', 'pods', '-l', 'app=busy', '--containers', '--no-headers']);
    expect(containers.stdout.trim().split(/\s+/)).toEqual(['busy', 'a', '250m', '64Mi', 'busy', 'b', '250m', '64Mi']);
    const nodes = await run(['top', 'nodes', '--no-headers']);
    expect(nodes.stdout).toMatch(/simulated-node-0\s+\d+m\s+\d+%\s+\d+Mi\s+\d+%/);
    expect((await run(['get', '--raw', '/apis/metrics.k8s.io/v1beta1'])).stdout).toContain('"PodMetrics"');
  });
});
