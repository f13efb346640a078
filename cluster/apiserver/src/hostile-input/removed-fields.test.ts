import type { JsonValue } from '@kubemin/kubeapi';
import { batch, resources } from '@kubemin/kubeapi/resources';
import { loadSchema } from '@kubemin/kubeapi/schema';
import { eventually, startTestCluster } from '@kubemin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { placesIn, type Replacement, replacedAt, schemaSample } from '../test-support/schema-sample.ts';
import { TestApi } from '../test-support/test-api.ts';
import { VALID_OBJECTS } from '../test-support/valid-objects.ts';

const RUNS = process.env.KUBEMIN_TEST_FULL === '1' ? 20_000 : 200;
const REPLACEMENTS: readonly Replacement[] = ['removed', 'null', 'empty'];
/** Parts that code likes to take for granted. */
const STRUCTURE = ['metadata', 'spec', 'template', 'jobTemplate', 'selector'];

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.close());

async function expectNoFault(method: 'POST' | 'PUT' | 'PATCH', url: string, body: JsonValue, contentType?: string) {
  const { status, ...rest } = await api.send(method, url, { body, ...(contentType !== undefined && { contentType }) });
  if (status >= 500) throw new Error(`${method} ${url}: ${JSON.stringify(rest)} for ${JSON.stringify(body)}`);
}

function asJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value));
}

test('R-06: claim templates without metadata are refused in words', async () => {
  const [url = '', set = {}] = VALID_OBJECTS.find(([at]) => at.endsWith('/statefulsets')) ?? [];
  for (const by of REPLACEMENTS) {
    const body = replacedAt(asJson(set), ['spec', 'volumeClaimTemplates', 0, 'metadata'], by);
    expect(await api.refused('POST', url, { body })).toMatchObject({
      code: 422,
      message: expect.stringContaining('spec.volumeClaimTemplates[0].metadata.name: Required value'),
    });
  }
});

test('R-06: no valid object becomes a fault of the server without its metadata, spec or templates', async () => {
  for (const [url, object] of VALID_OBJECTS) {
    const body = asJson(object);
    for (const place of placesIn(body)) {
      if (!STRUCTURE.includes(String(place.at(-1)))) continue;
      for (const by of REPLACEMENTS) await expectNoFault('POST', `${url}?dryRun=All`, replacedAt(body, place, by));
    }
  }
});

const PATCHES = ['merge-patch+json', 'strategic-merge-patch+json', 'apply-patch+yaml'] as const;

test(`R-06: ${RUNS} changes that leave a part out each get a response, and never an internal error`, async () => {
  const stored = await Promise.all(
    VALID_OBJECTS.map(async ([url, object]) => {
      const created = await api.create(url, object);
      const { managedFields: _, ...metadata } = created.metadata;
      return { url: `${url}/${created.metadata.name}`, body: asJson({ ...created, metadata }) };
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...stored),
      fc.nat(),
      fc.constantFrom(...REPLACEMENTS),
      fc.constantFrom('replace', 'status', ...PATCHES),
      async ({ url, body }, nth, by, way) => {
        const places = [...placesIn(body)];
        const changed = replacedAt(body, places[nth % places.length] ?? [], by);
        if (way === 'replace') return expectNoFault('PUT', `${url}?dryRun=All`, changed);
        if (way === 'status') return expectNoFault('PUT', `${url}/status?dryRun=All`, changed);
        return expectNoFault('PATCH', `${url}?dryRun=All&fieldManager=me`, changed, `application/${way}`);
      },
    ),
    { numRuns: RUNS },
  );
});

test(`R-06: so are ${RUNS} new objects of every kind with every field but some`, async () => {
  const schema = loadSchema();
  const samples = resources
    .filter(({ verbs }) => verbs.includes('create'))
    .flatMap(({ group, version, kind, plural, namespaced }) => {
      const apiVersion = group === '' ? version : `${group}/${version}`;
      const type = schema.ofKind(apiVersion, kind);
      const root = group === '' ? `/api/${version}` : `/apis/${apiVersion}`;
      const url = `${root}${namespaced ? '/namespaces/default' : ''}/${plural}?dryRun=All`;
      return type === undefined ? [] : [{ url, type, own: { apiVersion, kind, metadata: { name: 'a' } } }];
    });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...REPLACEMENTS),
      async ({ url, type, own }, nths, by) => {
        const full = asJson({ ...Object(schemaSample(type)), ...own });
        const places = [...placesIn(full)];
        const left = nths.reduce((body, nth) => replacedAt(body, places[nth % places.length] ?? [], by), full);
        await expectNoFault('POST', url, left);
      },
    ),
    { numRuns: RUNS },
  );
});

test('R-06: a job whose template has no metadata runs', async () => {
  const cluster = await startTestCluster({ nodes: 1 });
  onTestFinished(() => cluster.close());
  const jobs = cluster.client.resource(batch.v1.jobs, 'default');
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'job:1' }] } };
  await jobs.create({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'bare' }, spec: { template } });
  await eventually(() => jobs.get('bare'), {
    until: ({ status }) => (status?.active ?? 0) + (status?.succeeded ?? 0) > 0,
  });
});
