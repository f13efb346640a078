import { LABEL, type Labels } from '@kubemin/render';
import type { TraitsInput } from '../imported.ts';

const STRATEGIES = ['default', 'ignore', 'force'] as const;

/** The share trait that the labels of a rendered object speak of. */
export function readShare(labels: Labels): TraitsInput['share'] {
  const strategy = STRATEGIES.find((name) => name === labels[LABEL.shareStrategy]);
  const name = labels[LABEL.shareName];
  return strategy === undefined ? undefined : { strategy, ...(name === undefined ? {} : { name }) };
}
