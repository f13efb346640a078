import { type Act, fails } from '@kubemin/testing/kubectl';
import { expect } from 'vitest';
import {
  describeClusterKubectl,
  followedUntilGone,
  runningPod,
  TALKS,
  unpulledPod,
} from '../test-support/cluster-kubectl.ts';

const logLine = (container: string): string =>
  `container ${container} of pod of-containers-and-by-label/two started (simulated: nothing runs here)`;

const followsToTheEnd: Act = async (shell) => {
  const seen = await followedUntilGone(shell, { command: 'kubectl logs -f talker', pod: 'talker', lines: 30 });
  expect(seen).toEqual(seen.map((_, at) => `line ${at}`));
  expect(seen.length).toBeGreaterThanOrEqual(30);
};

describeClusterKubectl('reads logs', {
  'of containers and by label': [
    runningPod('two', { containers: ['a', 'b'] }),
    ['kubectl logs two -c b', logLine('b')],
    // kubectl asks for one after the other, in no order of its own.
    [
      'kubectl logs -l app=two --all-containers --prefix | sort',
      `[pod/two/a] ${logLine('a')}\n[pod/two/b] ${logLine('b')}`,
    ],
    ['kubectl logs two -c a --timestamps --tail=1', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z container a/],
  ],
  'while they are written, until the pod goes': [runningPod('talker', { annotations: TALKS }), followsToTheEnd],
  'and reports why there is none': [
    unpulledPod('broken'),
    [
      'kubectl logs broken',
      fails(
        /^Error from server \(BadRequest\): container "main" in pod "broken" is waiting to start: trying and failing to pull image\n$/,
      ),
    ],
    runningPod('fresh'),
    [
      'kubectl logs fresh --previous',
      fails(/^Error from server \(BadRequest\): previous terminated container "main" in pod "fresh" not found\n$/),
    ],
  ],
});
