import type { KubeObject } from '@kubemin/kubeapi';
import type { Event as CoreEvent } from '@kubemin/kubeapi/types/core.v1';
import type { ObjectConversion } from '../object-conversion.ts';
import { memoizedConversion } from './memoized-conversion.ts';

/** What the same thing is called in the core group and in events.k8s.io. */
const NAMES = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
] as const;
const TO_SHOWN: ReadonlyMap<string, string> = new Map(NAMES);
const TO_STORED: ReadonlyMap<string, string> = new Map(NAMES.map(([core, other]) => [other, core]));

/** Events are stored as the core group has them; events.k8s.io has other names for the same fields. */
export function eventConversion(): ObjectConversion {
  return memoizedConversion<CoreEvent, KubeObject>({
    isStored: (object): object is CoreEvent => object.apiVersion === 'v1',
    isShown: (object): object is KubeObject => object.apiVersion === 'events.k8s.io/v1',
    show: (event) => {
      // Clients of this form expect the time; older events have none.
      const shown = { eventTime: null, ...renameFields(event, TO_SHOWN) };
      return { ...shown, apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: event.metadata };
    },
    store: (event) => {
      const stored = { involvedObject: {}, ...renameFields(event, TO_STORED) };
      return { ...stored, apiVersion: 'v1', kind: 'Event', metadata: event.metadata };
    },
  });
}

function renameFields(object: KubeObject, names: ReadonlyMap<string, string>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [names.get(name) ?? name, value]),
  );
}
