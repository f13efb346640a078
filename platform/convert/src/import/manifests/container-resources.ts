import { defaultSettings } from '@kubemin/render';
import { manifestsMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';

const { gpu } = defaultSettings;

/** What a container may use: the limit of each resource, else what it requests. */
export function readResources(container: Part): TraitsInput['resources'] {
  const resources = container.at('resources');
  const amount = (name: string) => readAmount(resources.at('limits').at(name), resources.at('requests').at(name));
  const amounts = filled({
    cpu: amount('cpu'),
    memory: amount('memory'),
    gpu: amount(gpu.count) ?? amount(gpu.memory),
  });
  return Object.keys(amounts).length === 0 ? undefined : amounts;
}

function readAmount(limit: Part, request: Part): string | undefined {
  const most = limit.text();
  if (most === undefined) {
    const least = request.text();
    if (least !== undefined) {
      request.note(manifestsMessages.request({ amount: least }), manifestsMessages.requestIsLimit);
    }
    return least;
  }
  request.acceptIf(most);
  if (request.present && !request.isCarried) {
    request.omit(manifestsMessages.limitUsed({ limit: most }));
  }
  return most;
}
