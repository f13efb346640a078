import { IngressFixture, ingressTo } from '../../cluster/node/src/network/ingress/test-support/ingress-fixture.ts';
import { sendToParent, serveParentRequests } from '../support/child-side.ts';

/** The ingress controller with one host that leads to one endpoint. */
const { backend }: { readonly backend: number } = JSON.parse(process.argv[2] ?? '');
const fixture = new IngressFixture();
fixture.addService('web', { address: '127.0.0.1', port: backend });
fixture.ingresses.put(ingressTo({ host: 'shop.test' }));
serveParentRequests();
sendToParent({ kind: 'ready', port: (await fixture.start()).port });
