import { parseQuantity } from '@kubemin/kubeapi/quantity';
import { Meter } from '../../kit/index.ts';
import { formatBytes, formatMillicores, useLanguage } from '../../language/index.ts';
import { clusterMessages } from '../../messages/index.ts';
import styles from './cluster.module.css';

/** The number of a quantity, near enough for bars: `1500m` is 1.5. */
export function quantityNumber(quantity: string): number {
  return parseQuantity(quantity).toNumber();
}

/** A quantity of a resource in the unit that people read. */
export function formatAmount(resource: string, quantity: string): string {
  const value = quantityNumber(quantity);
  if (resource === 'cpu') return formatMillicores(value * 1_000);
  return resource === 'memory' || resource.endsWith('storage') ? formatBytes(value) : String(value);
}

/** Kubernetes' own names of resources that everyone knows; others are shown as they are. */
export function useResourceName(): (resource: string) => string {
  const { t } = useLanguage();
  const known = new Map([
    ['cpu', t(clusterMessages.cpu)],
    ['memory', t(clusterMessages.memory)],
    ['pods', t(clusterMessages.pods)],
    ['ephemeral-storage', t(clusterMessages.storage)],
  ]);
  return (resource) => known.get(resource) ?? resource;
}

interface AmountBarProps {
  readonly resource: string;
  readonly allocatable: string;
  readonly requested: string;
  /** In cores, or bytes. */
  readonly used?: number | undefined;
}

/** What is requested of a resource, and used where that is measured. */
export function AmountBar({ resource, allocatable, requested, used }: AmountBarProps) {
  const { t } = useLanguage();
  const name = useResourceName()(resource);
  const all = quantityNumber(allocatable);
  const asked = quantityNumber(requested);
  const percent = all > 0 ? Math.round((100 * asked) / all) : 0;
  const text = t(
    clusterMessages.requestedOf({
      requested: formatAmount(resource, requested),
      all: formatAmount(resource, allocatable),
    }),
  );
  return (
    <span className={styles.amount}>
      <Meter label={name} value={used ?? asked} behind={used === undefined ? 0 : asked} maximum={all} text={text} />
      <span className="small secondary">{percent} %</span>
    </span>
  );
}
