type Plain = Readonly<Record<string, unknown>>;

/** What an order is made of: a component, with all that may name another. */
export interface OrderedComponent extends Plain {
  readonly name: string;
}

/** Steps one after the other; the components of one step start together. */
export type DeployOrder = readonly (readonly string[])[];

/** Requests from outside find their way whenever both sides are up. */
const LATE_TRAITS: readonly string[] = ['ingress', 'gateway'];

/** The order in which nothing starts before what it refers to. Of a circle, the first as written starts first. */
export function orderByReferences(components: readonly OrderedComponent[]): DeployOrder {
  const names = components.map(({ name }) => name);
  const waitsFor = new Map(components.map((component) => [component.name, referredTo(component, names)]));
  const order: string[][] = [];
  const placed = new Set<string>();
  while (placed.size < names.length) {
    const waiting = names.filter((name) => !placed.has(name));
    const ready = waiting.filter((name) => [...(waitsFor.get(name) ?? [])].every((other) => placed.has(other)));
    const step = ready.length > 0 ? ready : waiting.slice(0, 1);
    for (const name of step) placed.add(name);
    order.push(step);
  }
  return order;
}

function referredTo({ name: own, ...rest }: OrderedComponent, names: readonly string[]): ReadonlySet<string> {
  const texts = [...textsIn(rest)];
  const isNamed = (name: string) => {
    const address = new RegExp(`(^|//|@)${name.replaceAll('.', '\\.')}(?=[:/]|$)`);
    return texts.some((text) => address.test(text));
  };
  return new Set(names.filter((name) => name !== own && isNamed(name)));
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* textsIn(each);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) if (!LATE_TRAITS.includes(key)) yield* textsIn(each);
  }
}

/** `1 db-cred  2 mysql + cache  3 api`: the order as people read it. */
export function orderText(order: DeployOrder): string {
  return order.map((step, index) => `${index + 1} ${step.join(' + ')}`).join('  ');
}

/** `db-cred, mysql + cache, api`: the order as people type it. */
export function typedOrder(order: DeployOrder): string {
  return order.map((step) => step.join(' + ')).join(', ');
}

/** Reads an order as people type it. */
export function readOrder(text: string): DeployOrder {
  const splitParts = (part: string, separator: string) =>
    part
      .split(separator)
      .map((word) => word.trim())
      .filter((word) => word !== '');
  return splitParts(text, ',').map((step) => splitParts(step, '+'));
}

/** What is wrong with an order. */
export type OrderFault =
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  | { readonly kind: 'unknown' | 'twice'; readonly name: string };

/** Whether an order has each component once and nothing else. */
export function orderFault(order: DeployOrder, names: readonly string[]): OrderFault | undefined {
  const all = order.flat();
  const unknown = all.find((name) => !names.includes(name));
  if (unknown !== undefined) return { kind: 'unknown', name: unknown };
  const twice = all.find((name, index) => all.indexOf(name) < index);
  if (twice !== undefined) return { kind: 'twice', name: twice };
  const missing = names.filter((name) => !all.includes(name));
  return missing.length === 0 ? undefined : { kind: 'missing', names: missing };
}

/** The workflow that deploys in an order. */
export function toWorkflow(order: DeployOrder) {
  return order.map((step, index) => {
    const [only] = step;
    return step.length === 1 && only !== undefined
      ? { name: only, mode: 'StepByStep', components: step }
      : { name: `step-${index + 1}`, mode: 'DAG', components: step };
  });
}
