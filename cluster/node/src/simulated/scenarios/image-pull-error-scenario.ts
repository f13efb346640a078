import { waitingStatus } from '../../pods/index.ts';
import type { ContainerScenario } from './container-scenario.ts';

/** The image cannot be pulled: first the error, from the next look on the back-off. */
export const imagePullErrorScenario: ContainerScenario = ({ container, known }) => {
  const image = container.image ?? '';
  const failure = `Failed to pull image "${image}": not found (simulated)`;
  const backOff = `Back-off pulling image "${image}"`;
  const reason = known?.state?.waiting?.reason;
  if (reason === 'ImagePullBackOff' && known !== undefined) return { status: known, events: [] };
  if (reason === 'ErrImagePull') {
    const message = `${backOff}: ErrImagePull: ${failure}`;
    return {
      status: waitingStatus(container, 'ImagePullBackOff', message),
      events: [
        { type: 'Normal', reason: 'BackOff', message: backOff },
        { type: 'Warning', reason: 'Failed', message: 'Error: ImagePullBackOff' },
      ],
    };
  }
  return {
    status: waitingStatus(container, 'ErrImagePull', failure),
    events: [
      { type: 'Normal', reason: 'Pulling', message: `Pulling image "${image}"` },
      { type: 'Warning', reason: 'Failed', message: failure },
      { type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull' },
    ],
  };
};
