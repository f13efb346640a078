import type { KubeObject } from '@kubemin/kubeapi';
import { describe, expect, it } from 'vitest';
import { printerColumns } from './printer-columns.ts';

const NOW = Date.parse('2030-01-02T00:00:00Z');
const OBJECT: KubeObject = {
  apiVersion: 'g.test/v1',
  kind: 'K',
  metadata: { name: 'a', creationTimestamp: '2030-01-01T00:00:00Z' },
  ...{ spec: { n: 2.5, text: 'x', yes: true, list: ['a', 'b'], at: '2030-01-01T23:59:00Z', bad: 'no date' } },
};

function cell(type: string, jsonPath: string): unknown {
  return printerColumns([{ name: 'C', type, jsonPath }]).columns[1]?.cell(OBJECT, NOW);
}

describe('the columns of a custom resource', () => {
  it.each([
    ['string', '.spec.text', 'x'],
    ['string', '.spec.n', '2.5'],
    ['string', '.spec.list', '["a","b"]'],
    ['string', '.spec.list[*]', 'a'],
    ['integer', '.spec.n', 2],
    ['number', '.spec.n', 2.5],
    ['boolean', '.spec.yes', true],
    ['date', '.spec.at', '60s'],
    ['date', '.spec.bad', '<invalid>'],
    ['integer', '.spec.text', null],
    ['string', '.spec.missing', null],
    ['string', 'unreadable', null],
  ])('show a %s at %s', (type, jsonPath, expected) => {
    expect(cell(type, jsonPath)).toBe(expected);
  });

  it('are name and age where the definition has none', () => {
    expect(printerColumns([]).columns.map(({ name, cell }) => [name, cell(OBJECT, NOW)])).toEqual([
      ['Name', 'a'],
      ['Age', '24h'],
    ]);
  });

  it('keep priority, format and description', () => {
    const definition = {
      name: 'C',
      type: 'string',
      jsonPath: '.a',
      priority: 2,
      format: 'byte',
      description: 'what it is',
    };
    expect(printerColumns([definition]).columns[1]).toMatchObject({
      priority: 2,
      format: 'byte',
      description: 'what it is',
    });
    expect(printerColumns([{ name: 'C', type: 'string', jsonPath: '.a' }]).columns[1]?.description).toBe(
      'Custom resource definition column (in JSONPath format): .a',
    );
  });
});
