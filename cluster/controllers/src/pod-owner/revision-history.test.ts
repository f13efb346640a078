import { expect, test } from 'vitest';
import { templateData } from './revision-history.ts';

test('the template of a revision has its keys in the order in which other clients write them', () => {
  const template = {
    spec: { containers: [{ name: 'main', image: 'shop:1' }] },
    metadata: { labels: { b: '2', a: '1' } },
  };
  expect(JSON.stringify(templateData(template))).toBe(
    '{"spec":{"template":{"$patch":"replace","metadata":{"labels":{"a":"1","b":"2"}},"spec":{"containers":[{"image":"shop:1","name":"main"}]}}}}',
  );
});
