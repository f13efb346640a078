import type { BundleContent, BundledApplication } from '@kubemin/client';
import { expect, test } from 'vitest';
import { readBundleContent } from './bundle-reader.ts';

type BundledRevision = BundledApplication['revisions'][number];

function revision(number: number, changes: Partial<BundledRevision> = {}): BundledRevision {
  return {
    revision: number,
    document: { name: 'shop', component: [], workflow: [] },
    source: { text: '{}', format: 'json' },
    removedComponents: [],
    creator: 'ada',
    createdAt: 1,
    note: null,
    workflows: [],
    rollout: {},
    ...changes,
  };
}

function content(changes: Partial<BundledApplication> = {}): BundleContent {
  const texts = {
    project: '',
    cluster: 'default',
    namespace: 'default',
    alias: '',
    version: '',
    description: '',
    icon: '',
  };
  const application: BundledApplication = {
    ...{ id: 'app', workflowId: 'workflow', name: 'shop', ...texts },
    ...{ tmpEnable: false, revision: 2, createdAt: 1, updatedAt: 1, profiles: [] },
    components: [{ id: 2 ** 31 - 1, name: 'web', type: 'webservice', removedIn: null, createdAt: 1 }],
    revisions: [revision(1), revision(2)],
    ...changes,
  };
  return { applications: [application], profiles: [] };
}

test('what a server exports is read as it is', () => {
  expect(readBundleContent(JSON.stringify(content()))).toEqual(content());
});

test.each<[string, Partial<BundledApplication>, string]>([
  ['a name no column holds', { name: 'n'.repeat(64) }, 'applications.0.name'],
  ['a creator no column holds', { revisions: [revision(2, { creator: 'c'.repeat(256) })] }, 'creator'],
  ['a text no database holds', { description: 'a\0b' }, 'NUL character'],
  [
    'a document no database holds',
    { revisions: [revision(1), revision(2, { source: { text: 'name: "\0"', format: 'yaml' } })] },
    'NUL character',
  ],
  ['a moment between two', { createdAt: 1.5 }, 'createdAt'],
  [
    'a number no column holds',
    { components: [{ id: 2 ** 31, name: 'web', type: 'webservice', removedIn: null, createdAt: 1 }] },
    'components.0.id',
  ],
  [
    'a document of the past that is none',
    { revisions: [revision(1, { document: { name: 'shop' } }), revision(2)] },
    'must be an application document',
  ],
  ['no document of the present', { revisions: [revision(1)] }, 'lacks the current revision'],
  ['a document of the future', { revisions: [revision(2), revision(3)] }, 'a revision above'],
])('a bundle with %s is refused with the place', (_what, changes, where) => {
  const reading = () => readBundleContent(JSON.stringify(content(changes)));
  expect(reading).toThrow(expect.objectContaining({ code: 'BUNDLE_INVALID', message: expect.stringContaining(where) }));
});

test('what is not JSON is refused', () => {
  expect(() => readBundleContent('{')).toThrow(expect.objectContaining({ code: 'BUNDLE_INVALID' }));
});
