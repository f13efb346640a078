import { expect, test } from 'vitest';
import { applicationAddresses, componentPorts } from './addresses.ts';

const withIngress = (...ingress: readonly object[]) => ({ traits: { ingress } });

test('each host of an ingress is an address, once, and wildcards are none', () => {
  const components = [
    withIngress({ hosts: ['shop.example', '*.shop.example'], routes: [{ path: '/', host: 'api.example' }] }),
    withIngress({ hosts: ['shop.example'] }),
    { traits: {} },
  ];
  expect(applicationAddresses(components)).toEqual(['http://shop.example', 'http://api.example']);
});

test('a host with a certificate is https, unless the cluster serves hosts on a port of its own', () => {
  const component = withIngress({ hosts: ['a.example', 'b.example'], tls: [{ hosts: ['a.example'] }] });
  expect(applicationAddresses([component])).toEqual(['https://a.example', 'http://b.example']);
  expect(applicationAddresses([component], 'http://127.0.0.1:8088')).toEqual([
    'http://a.example:8088',
    'http://b.example:8088',
  ]);
});

test('traits and properties of another form have no addresses or ports', () => {
  expect(applicationAddresses([{ traits: { ingress: 'yes' } }])).toEqual([]);
  expect(componentPorts({ properties: { ports: [{ port: 80 }, { port: 443 }] } })).toEqual([80, 443]);
  expect(componentPorts({ properties: { ports: [8080] } })).toEqual([]);
});
