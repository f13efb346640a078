import { composeMessages } from '../../messages/index.ts';
import { filled } from '../filled.ts';
import type { TraitsInput } from '../imported.ts';
import type { Part } from '../source/part.ts';

const CPU = /^\d+(\.\d+)?$/;
const ALREADY = composeMessages.limitUsed;

/** What a service may use. Limits win over reservations, as a component has one amount for both. */
export function readResources(service: Part): TraitsInput['resources'] {
  const limits = service.at('deploy', 'resources', 'limits');
  const reservations = service.at('deploy', 'resources', 'reservations');
  const cpu = first([limits.at('cpus'), service.at('cpus'), reservations.at('cpus')], (text) =>
    CPU.test(text) && Number(text) > 0 ? text : undefined,
  );
  const memoryPlaces = [limits.at('memory'), service.at('mem_limit'), reservations.at('memory')];
  const memory = first([...memoryPlaces, service.at('mem_reservation')], byteQuantity);
  const resources = filled({ cpu, memory, gpu: readGpus(reservations.at('devices')) });
  return Object.keys(resources).length === 0 ? undefined : resources;
}

function first(places: readonly Part[], read: (text: string) => string | undefined): string | undefined {
  let found: string | undefined;
  for (const place of places.filter((part) => part.isScalar)) {
    const value = read(place.peek() ?? '');
    if (value === undefined) place.omit(composeMessages.amountInvalid);
    else if (found === undefined || found === value) place.accept();
    else place.omit(ALREADY);
    found ??= value;
  }
  return found;
}

function readGpus(devices: Part): string | undefined {
  let gpus = 0;
  for (const device of devices.items) {
    const capabilities = device.at('capabilities').items.map((item) => item.peek());
    const count = Number(device.at('count').peek());
    if (!capabilities.includes('gpu') || !Number.isInteger(count) || count < 1) {
      device.omit(composeMessages.onlyGpus);
      continue;
    }
    gpus += count;
    for (const key of ['capabilities', 'count']) device.at(key).accept();
    device.at('driver').acceptIf('nvidia');
  }
  return gpus === 0 ? undefined : String(gpus);
}

const UNITS: Readonly<Record<string, string>> = { '': '', b: '', k: 'Ki', m: 'Mi', g: 'Gi', t: 'Ti' };
const SIZE = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(i?b)?$/i;

/** The Kubernetes quantity of `512m` or `1.5GB`, whose units count in 1024s; undefined for what is no size. */
export function byteQuantity(text: string): string | undefined {
  const [, count, unit = ''] = SIZE.exec(text.trim()) ?? [];
  return count === undefined ? undefined : `${count}${UNITS[unit.toLowerCase()] ?? ''}`;
}
