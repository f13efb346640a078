import { type Plan, type PlannedJob, planSummary } from '@kubemin/client';
import { expect, test } from 'vitest';
import { translateTo } from '../terminal/language/language.ts';
import { createStyle } from '../terminal/style.ts';
import { planText } from './plan-text.ts';

const object = (kind: string, name: string) => ({ apiVersion: 'v1', kind, namespace: 'default', name });
const job = (action: PlannedJob['action'], kind: string, more: Partial<PlannedJob> = {}): PlannedJob => ({
  type: 'deploy',
  component: 'web',
  priority: 10,
  object: object(kind, 'web'),
  action,
  message: '',
  changes: [],
  ...more,
});
const plan = (jobs: readonly PlannedJob[], more: Partial<Plan> = {}): Plan => ({
  name: 'shop',
  namespace: 'default',
  upToDate: false,
  summary: planSummary(jobs),
  steps: [{ path: ['all'], jobs }],
  warnings: [],
  problems: [],
  ...more,
});

test('each change has a line, each field too, and what stays is only counted', () => {
  const fields = [
    { field: 'spec.replicas', before: 1, after: 3 },
    { field: 'spec.paused', after: true },
    { field: 'metadata.labels.old', before: 'x' },
  ];
  const changes = [{ action: 'update' as const, object: object('Deployment', 'web'), fields }];
  const text = planText(
    plan([
      job('update', 'Deployment', { changes }),
      job('create', 'Service', { changes: [{ action: 'create', object: object('Service', 'web'), fields: [] }] }),
      job('refused', 'Secret', { message: 'it is theirs' }),
      job('unchanged', 'ConfigMap'),
    ]),
    { style: createStyle(false), translate: translateTo('en') },
  );
  expect(text).toBe(`all
  ~ Deployment default/web
      spec.replicas: 1 → 3
      spec.paused: true
      metadata.labels.old: "x" (removed)
  + Service default/web
  ! Secret default/web: it is theirs
1 to create, 1 to update, 1 unchanged, 1 rejected.
`);
});

test('changes of other objects are shown below their job, and long values on separate lines', () => {
  const long = 'a'.repeat(60);
  const grown = { field: 'spec.size', before: long, after: `${long}b` };
  const changes = [{ action: 'update' as const, object: object('PersistentVolumeClaim', 'data-0'), fields: [grown] }];
  const text = planText(plan([job('unchanged', 'StatefulSet', { changes })]), {
    style: createStyle(false),
    translate: translateTo('en'),
  });
  expect(text).toContain(
    `  ~ PersistentVolumeClaim default/data-0\n      spec.size:\n        - "${long}"\n        + "${long}b"\n`,
  );
});

test('a plan without changes is one line', () => {
  const text = planText(plan([job('unchanged', 'Deployment')], { upToDate: true }), {
    style: createStyle(false),
    translate: translateTo('en'),
  });
  expect(text).toBe('Nothing to do: the cluster matches the document.\n');
});
