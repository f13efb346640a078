import { InvalidValue, type Reader } from '../parameter.ts';

/** How many copies of a component there shall be. */
export type ComponentReplicas = readonly [component: string, count: number];

/** Reads `web=3`. */
export const componentReplicas: Reader<ComponentReplicas> = (text) => {
  const [, component, count] = /^([^=\s]+)=(\d{1,5})$/.exec(text) ?? [];
  if (component !== undefined) return [component, Number(count)];
  throw new InvalidValue({
    en: 'write a component and a whole number, as web=3',
    zh: '请写组件名与整数，如 web=3',
  });
};
