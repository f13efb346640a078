import { isDns1123Label } from '@kubemin/kubeapi';
import type { Taint } from '@kubemin/kubeapi/types/core.v1';
import { ruleMessages } from '../../messages/index.ts';
import type { NodeGroup } from '../fleet/node-group.ts';
import { formatValue, type ValueReader } from './place.ts';
import {
  labelKey,
  labelValue,
  listReader,
  quantityText,
  stringMapReader,
  wholeNumber,
  wordReader,
} from './value-readers.ts';

/** There are no more networks for pods. */
const MOST_NODES = 20_000;
/** A dash and a number follow, and a node's name is its host name. */
const LONGEST_PREFIX = 57;

const prefix: ValueReader<string> = (value, place) =>
  typeof value === 'string' && isDns1123Label(value) && value.length <= LONGEST_PREFIX
    ? value
    : place.mustBe(ruleMessages.prefix({ most: LONGEST_PREFIX }), value);

const taint: ValueReader<Taint> = (value, place) => {
  const fields = place.record(value);
  if (fields === undefined) return undefined;
  const key = fields.require('key', labelKey);
  const given = fields.read('value', labelValue);
  const effect = fields.require('effect', wordReader('NoSchedule', 'PreferNoSchedule', 'NoExecute'));
  fields.end();
  if (key === undefined || effect === undefined) return undefined;
  return { key, effect, ...(given !== undefined && { value: given }) };
};

/** One entry of `nodes`. */
const nodeGroup: ValueReader<NodeGroup> = (value, place) => {
  const fields = place.record(value);
  if (fields === undefined) return undefined;
  const group = {
    count: fields.require('count', wholeNumber(0, MOST_NODES)),
    prefix: fields.require('prefix', prefix),
    capacity: fields.read('capacity', stringMapReader(labelKey, quantityText)),
    zones: fields.read('zones', listReader(labelValue, { atLeast: 1 })),
    labels: fields.read('labels', stringMapReader(labelKey, labelValue)),
    taints: fields.read('taints', listReader(taint)),
  };
  fields.end();
  const { count, prefix: named } = group;
  return count === undefined || named === undefined ? undefined : { ...group, count, prefix: named };
};

/** All of `nodes`: names must not meet, and there are only so many networks. */
export const nodeGroups: ValueReader<readonly NodeGroup[]> = (value, place) => {
  const groups = listReader(nodeGroup)(value, place);
  if (groups === undefined) return undefined;
  const seen = new Set<string>();
  for (const [index, { prefix: named }] of groups.entries()) {
    if (seen.has(named))
      place
        .at(index)
        .at('prefix')
        .fault(ruleMessages.prefixTaken({ prefix: formatValue(named) }));
    seen.add(named);
  }
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  if (count > MOST_NODES) place.fault(ruleMessages.tooManyNodes({ count, most: MOST_NODES }));
  return groups;
};
