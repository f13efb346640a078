import { deepFreeze, type KubeObject } from '@kubemin/kubeapi';
import type { ObjectConversion } from '../object-conversion.ts';

/** Two ways between the stored type and another one. */
export interface ConversionFunctions<Stored extends KubeObject, Shown extends KubeObject> {
  readonly isStored: (object: KubeObject) => object is Stored;
  readonly isShown: (object: KubeObject) => object is Shown;
  show(stored: Stored): Shown;
  store(shown: Shown): Stored;
}

/** A conversion that shows one stored object as one object, frozen; what already has the wanted type passes through. */
export function memoizedConversion<Stored extends KubeObject, Shown extends KubeObject>(
  functions: ConversionFunctions<Stored, Shown>,
): ObjectConversion {
  const shown = new WeakMap<KubeObject, KubeObject>();
  return {
    fromStorage(object) {
      if (!functions.isStored(object)) return object;
      const known = shown.get(object);
      if (known !== undefined) return known;
      const made = deepFreeze(functions.show(object));
      shown.set(object, made);
      return made;
    },
    toStorage: (object) => (functions.isShown(object) ? functions.store(object) : object),
  };
}
