import type { Message } from '@kubemin/base/message';
import { clusterMessages } from '../../messages/index.ts';

/** A clause of the scheduler's text, without its count, and what it means. */
const CLAUSES: readonly {
  readonly pattern: RegExp;
  readonly message: (count: number, found: readonly string[]) => Message;
}[] = [
  {
    pattern: /^Insufficient (\S+)$/,
    message: (count, [resource = '']) => clusterMessages.insufficient({ count, resource }),
  },
  { pattern: /^Too many pods$/, message: (count) => clusterMessages.tooManyPods({ count }) },
  {
    pattern: /^node\(s\) had untolerated taint \{(.+?)(?:: ?)?\}$/,
    message: (count, [taint = '']) => clusterMessages.tainted({ count, taint }),
  },
  { pattern: /^node\(s\) were unschedulable$/, message: (count) => clusterMessages.cordonedNodes({ count }) },
  { pattern: /^node\(s\) were not ready$/, message: (count) => clusterMessages.notReadyNodes({ count }) },
  {
    pattern: /^node\(s\) didn't match Pod's node affinity\/selector$/,
    message: (count) => clusterMessages.notSelected({ count }),
  },
  {
    pattern: /^node\(s\) didn't (?:match|satisfy) .*(?:affinity rules|topology spread constraints)$/,
    message: (count) => clusterMessages.affinity({ count }),
  },
  {
    pattern: /^node\(s\) (?:had volume node affinity conflict|didn't find available persistent volumes to bind)$/,
    message: (count) => clusterMessages.volumeElsewhere({ count }),
  },
];

/**
 * What keeps a pod from every node, from the text of the scheduler: `0/3 nodes are available: 1 node(s) had untolerated taint
 * {dedicated: db}, 2 Insufficient cpu.` Empty for a text of another form, which is then shown alone.
 */
export function schedulingReasons(text: string): readonly Message[] {
  const clauses = /^0\/\d+ nodes are available: (.*?)\.(?: preemption: .*)?$/.exec(text)?.[1];
  if (clauses === undefined) return [];
  return clauses.split(/, (?=\d+ )/).flatMap((clause) => {
    const [, count = '', reason = ''] = /^(\d+) (.*)$/.exec(clause) ?? [];
    for (const { pattern, message } of CLAUSES) {
      const found = pattern.exec(reason);
      if (found !== null) return [message(Number(count), found.slice(1))];
    }
    return [];
  });
}
