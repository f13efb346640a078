import type { Act, Step } from '@kubemin/testing/kubectl';
import { judge } from '@kubemin/testing/kubectl';
import { expect } from 'vitest';

const MARKER = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'marker' },
  spec: { schedulingGates: [{ name: 'example.test/never' }], containers: [{ name: 'main', image: 'shop:1' }] },
});

const WATCH =
  'kubectl get pods --watch --output-watch-events -o custom-columns=T:.type,N:.object.metadata.name --no-headers';

/** Plays the steps while `kubectl get --watch` looks on: pods must come (`+a`) and go (`-a`) in this order. */
export function podArrivals(steps: readonly Step[], expected: readonly string[]): Act {
  return async (shell) => {
    await shell.run('kubectl apply -f -', MARKER);
    const watch = shell.start(WATCH);
    const next = async (): Promise<string> => {
      for (;;) {
        const line = await watch.line();
        if (line === undefined) throw new Error('kubectl stopped watching too early');
        const [type, name] = line.split(/\s+/);
        if (type !== 'MODIFIED') return `${type === 'ADDED' ? '+' : '-'}${name}`;
      }
    };
    try {
      const present = (await shell.run('kubectl get pods -o name')).stdout.split('\n').filter(Boolean);
      for (const _ of present) await next();
      for (const step of steps) await (typeof step === 'function' ? step(shell) : judge(shell, step));
      const order: string[] = [];
      while (order.length < expected.length) order.push(await next());
      expect(order).toEqual(expected);
    } finally {
      await watch.stop();
      await shell.run('kubectl delete pod marker --force --grace-period=0');
    }
  };
}
